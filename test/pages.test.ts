// Compares the documentation with the repository: link targets, named sources, weights of signals.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { balanced1 } from "../src/points/balanced-1.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

function filesUnder(folder: string, ending: string): readonly string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

const ofRoot = readdirSync(root).filter((name) => name.endsWith(".md"));
const pages = [
  ...ofRoot,
  ...["clients/typescript", "clients/python", "docs", "deploy", "test", "bench", "assembly"].flatMap((folder) =>
    filesUnder(folder, ".md"),
  ),
];
const textOf = new Map(
  pages.map((page) => [page, readFileSync(join(root, page), "utf8").replaceAll(/```[\s\S]*?```/g, "")]),
);

/** The anchors of a page's headings, as Git hosts make them. */
function anchorsOf(page: string): readonly string[] {
  const headings = [...(textOf.get(page) ?? "").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("no link is broken, and anchors name existing headings", () => {
  const links = [...textOf].flatMap(([page, text]) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)].map(([link, path = "", anchor = ""]) => {
      const target = path === "" ? page : normalize(join(dirname(page), path));
      return { link: `${page}: ${link}`, target, anchor };
    }),
  );
  expect(links.length).toBeGreaterThan(pages.length);
  const leads = ({ target, anchor }: (typeof links)[number]) =>
    existsSync(join(root, target)) && (anchor === "" || anchorsOf(target).includes(anchor));
  expect(links.filter((link) => !leads(link)).map(({ link }) => link)).toEqual([]);
});

test("named sources exist", () => {
  const sources = ["src", "assembly", "bench", "clients/typescript", "tools", "test", "docs"].flatMap((folder) =>
    filesUnder(folder, ".ts"),
  );
  const named = [...textOf].flatMap(([page, text]) =>
    [...text.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path = ""]) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(({ path }) => !sources.some((source) => `/${source}`.endsWith(`/${path}`)))).toEqual([]);
});

test("signals have the weights that the page on selection states", () => {
  const page = textOf.get("docs/selection.md");
  const { fields, query } = balanced1.analyse;
  expect(page).toContain(`| \`title\` | searched with weight ${fields.title};`);
  expect(page).toContain(`| \`source\` | searched with weight ${fields.source} |`);
  const rest = `${fields.keywords}, ${fields.tags} and ${fields.attributes}`;
  expect(page).toContain(`| \`keywords\`, \`tags\`, \`attributes\` | searched with weights ${rest} |`);
  expect(page).toContain(`| searched for, weights ${query.keywords} and ${query.tags} |`);
});
