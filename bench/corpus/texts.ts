// Generated texts of the content types that agents handle, from a seed. They are as varied as real ones, and not copied
// from anywhere.
import { type Random, seeded, zipfIndex } from "./random.ts";
import { capitalised, hex, identifier, sentence, timestamp, word } from "./words.ts";

/** Adds parts until the text has at least `chars` characters, then cuts it there. */
export function fill(chars: number, part: () => string): string {
  const parts: string[] = [];
  for (let size = 0; size < chars; ) {
    const made = part();
    parts.push(made);
    size += made.length;
  }
  return parts.join("").slice(0, chars);
}

function prose(random: Random, chars: number): string {
  return fill(chars, () => `${sentence(random)}${random.chance(0.15) ? "\n\n" : " "}`);
}

function markdown(random: Random, chars: number): string {
  return fill(chars, () => {
    const draw = random.next();
    if (draw < 0.12) return `\n## ${capitalised(word(random))} ${word(random)}\n\n`;
    if (draw < 0.4) return `- **${word(random)}**: ${sentence(random)} See [${word(random)}](#${word(random)}).\n`;
    if (draw < 0.5) return `\n\`\`\`ts\n${statement(random, 0)}${statement(random, 0)}\`\`\`\n\n`;
    return `${sentence(random)} \`${identifier(random)}\` ${sentence(random)}\n\n`;
  });
}

function statement(random: Random, depth: number): string {
  const indent = "  ".repeat(depth);
  const draw = random.next();
  if (draw < 0.15) return `${indent}// ${sentence(random)}\n`;
  if (draw < 0.35)
    return `${indent}if (${identifier(random)} === ${random.below(100)}) return ${identifier(random)};\n`;
  if (draw < 0.5) return `${indent}${identifier(random)}.${identifier(random)}("${word(random)}", ${word(random)});\n`;
  return `${indent}const ${identifier(random)} = ${identifier(random)}(${word(random)}, ${random.below(1000)});\n`;
}

function code(random: Random, chars: number): string {
  return fill(chars, () => {
    let body = "";
    for (let left = 2 + random.below(12); left > 0; left--) body += statement(random, 1 + random.below(2));
    return `export function ${identifier(random)}(${word(random)}: ${capitalised(word(random))}): void {\n${body}}\n\n`;
  });
}

function jsonObject(random: Random): string {
  return JSON.stringify({
    id: hex(random, 12),
    [word(random)]: sentence(random),
    createdAt: timestamp(random),
    amount: random.below(1_000_000) / 100,
    active: random.chance(0.5),
    tags: [word(random), word(random)],
    owner: { name: capitalised(word(random)), email: `${word(random)}@${word(random)}.example`, seat: null },
  });
}

function json(random: Random, chars: number): string {
  const items = fill(Math.max(1, chars - 400), () => `${jsonObject(random)},\n`);
  return `[${items.slice(0, items.lastIndexOf(",\n") + 1)}${jsonObject(random)}]`;
}

function log(random: Random, chars: number): string {
  return fill(chars, () => {
    const level = random.pick(["INFO", "INFO", "INFO", "INFO", "DEBUG", "WARN", "ERROR"] as const);
    const where = `${word(random)}.${word(random)}`;
    const detail = `${word(random)}=${random.below(5000)} request_id=${hex(random, 8)} took=${random.below(900)}ms`;
    return `${timestamp(random)} ${level} [${where}] ${word(random)} ${word(random)} ${word(random)} ${detail}\n`;
  });
}

function table(random: Random, chars: number): string {
  const head = `id,${word(random)},${word(random)},updated,amount,${word(random)}\n`;
  return fill(chars, () => {
    const name = `${capitalised(word(random))} ${word(random)}`;
    const amount = random.below(1e5) / 100;
    return `${random.below(1e6)},${name},${word(random)},${timestamp(random)},${amount},${word(random)}\n`;
  }).replace(/^/, head);
}

/** Common words by rough frequency. The rest of a text is drawn from the block of unified ideographs. */
const chinese =
  "的 一 是 在 不 了 有 和 人 这 中 大 为 上 个 我们 他们 可以 进行 如果 使用 系统 数据 服务 问题 需要 已经 通过 时间 工作 " +
  "用户 请求 返回 结果 错误 处理 信息 管理 配置 文件 记录 网络 公司 城市 港口 报告 今天 昨天 因为 所以 但是 同时 发展 经济 " +
  "技术 方法 研究 影响 提供 支持 开始 结束 之前 之后 没有 其中 由于 部分 主要 要求 检查 更新 版本 测试 运行 启动 停止 内存";
const japanese =
  "の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため その あっ よう また " +
  "もの という あり まで られ なる へ か だ これ によって により おり より による ず なり られる において ば なかっ なく しかし " +
  "データ サーバー システム ユーザー エラー ファイル 時間 処理 設定 結果 要求 確認 会議 報告 東京 今日 昨日 必要 場合 情報 使用 開始 終了";

function eastern(words: readonly string[], marks: readonly [string, string], rare: number) {
  return (random: Random, chars: number): string =>
    fill(chars, () => {
      let made = "";
      for (let left = 6 + random.below(24); left > 0; left--) {
        const draw = random.next();
        if (draw < 0.08) made += String.fromCodePoint(rare + zipfIndex(random, 4_000));
        else if (draw < 0.1) made += String(random.below(3000));
        else if (draw < 0.16 && left > 1) made += marks[1];
        else made += words[zipfIndex(random, words.length)] ?? "";
      }
      return `${made}${marks[0]}${random.chance(0.1) ? "\n" : ""}`;
    });
}

const makers = {
  prose,
  markdown,
  code,
  json,
  log,
  table,
  chinese: eastern(chinese.split(" "), ["。", "，"], 0x4e00),
  japanese: eastern(japanese.split(" "), ["。", "、"], 0x4e00),
};

export type TextKind = keyof typeof makers;

/** @param chars the length of the text in UTF-16 units; approximate if an exact length would break the text's form */
export function textOf(kind: TextKind, seed: number, chars: number): string {
  return makers[kind](seeded(seed), chars);
}
