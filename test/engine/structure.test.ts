// Evidence that only the structure of a text shows: the items of a list and the line above it, the entries of a
// router's configuration, the clauses of a contract, the articles of a law, an option and its description, rows that
// name each other. Each case has evidence that shares no word with its task.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SourceRecord } from "../../src/engine/model.ts";
import { measureAll, plainStage, prepare, selectWithin } from "../../src/engine/select.ts";
import { point, record, task } from "./request.ts";

interface Case {
  readonly records: readonly SourceRecord[];
  readonly prompt: string;
  readonly evidence: readonly string[];
}

/** The mean share of the evidence that a selection of `share` of the tokens holds. */
async function recallAt(share: number, cases: readonly Case[]): Promise<number> {
  let sum = 0;
  for (const { records, prompt, evidence } of cases) {
    const prepared = await prepare(await measureAll(records, plainStage), task(prompt), point, plainStage);
    const maxContextTokens = Math.floor(share * prepared.tokens);
    const budget = { maxContextTokens, maxRecords: null, renderFormat: "plain" } as const;
    const rendered = (await selectWithin(prepared, budget, point, plainStage)).rendered();
    sum += evidence.filter((one) => rendered.includes(one)).length / evidence.length;
  }
  return sum / cases.length;
}

const read = (file: string) => readFileSync(new URL(`structure/${file}`, import.meta.url), "utf8");

function lists(name: "items" | "leads"): readonly Case[] {
  const records = [record(read("lists.md"))];
  const cases: Readonly<Record<string, readonly Omit<Case, "records">[]>> = JSON.parse(read("lists-cases.json"));
  return (cases[name] ?? []).map((one) => ({ ...one, records }));
}

const CLAUSES = [
  [
    "The Tenant shall",
    "pay the rent on or before the third day of each month",
    "keep the garden free of weeds",
    "allow inspection on two days' notice",
    "not keep poultry on the premises",
  ],
  [
    "The Landlord shall",
    "maintain the roof and the outer walls",
    "insure the building against fire",
    "repair the boiler within five days of notice",
  ],
  [
    "This Agreement may be terminated by either party if the other",
    "fails to pay a sum due for sixty days",
    "becomes insolvent",
    "commits a material breach that it does not cure in thirty days",
  ],
  [
    "The Supplier warrants that the Goods will",
    "conform to the specification",
    "be free of liens",
    "be delivered in sealed crates",
  ],
  [
    "Confidential Information does not include information that",
    "was public before its disclosure",
    "was developed independently",
    "is required to be disclosed by a court",
  ],
  [
    "The fee excludes",
    "travel beyond fifty kilometres",
    "printing of more than ten copies",
    "translation into other languages",
  ],
  [
    "The Board may delegate its powers to",
    "a committee of three directors",
    "the managing director",
    "an auditor for a single matter",
  ],
  [
    "An employee is entitled to special leave in the event of",
    "a wedding in the family",
    "a move of household",
    "the birth of a child",
  ],
  [
    "The insurer is not liable for damage caused by",
    "war or civil unrest",
    "gradual seepage of water",
    "vermin and insects",
  ],
  [
    "Notices under this Agreement must be",
    "in writing",
    "sent by registered post",
    "addressed to the registered office",
  ],
] as const;

function contracts(mark: (at: number) => string): readonly Case[] {
  const item = (text: string, at: number) => `${mark(at)} ${text};\n`;
  const clause = ([lead, ...items]: (typeof CLAUSES)[number], at: number) =>
    `${at + 1}. ${lead.split(" ", 2)[1]} provisions\n\n${at + 1}.2 ${lead}:\n${items.map(item).join("")}`;
  const records = [record(`AGREEMENT\n\n${CLAUSES.map(clause).join("\n")}`)];
  return CLAUSES.flatMap(([lead, first, ...others]) => [
    { records, prompt: `What does the agreement say about: ${first}?`, evidence: [`${lead}:`, `${first};`] },
    { records, prompt: `List all: ${lead} what?`, evidence: [first, ...others].map((text) => `${text};`) },
  ]);
}

/** The same clauses as articles of a law. The tasks name no word but the title of an article. */
function articles(title: (at: number, subject: string) => string): readonly Case[] {
  const subjects = [
    "Tenancy",
    "Upkeep",
    "Ending",
    "Warranty",
    "Secrecy",
    "Fees",
    "Delegation",
    "Leave",
    "Cover",
    "Form",
  ];
  const article = ([lead, ...items]: (typeof CLAUSES)[number], at: number) =>
    `${title(at + 1, subjects[at] ?? "")}\n\n1. ${lead}:\n\n` +
    `${items.map((text, i) => `(${"abcd".charAt(i)}) ${text};\n`).join("")}`;
  const records = [record(`CHAPTER I\nProvisions\n\n${CLAUSES.map(article).join("\n")}`)];
  return CLAUSES.map(([, ...items], at) => {
    return { records, prompt: `${subjects[at]}: what are the rules?`, evidence: items.map((text) => `${text};`) };
  });
}

const NUMERALS = "一二三四五六七八九十";

interface Regulation {
  readonly lead: string;
  readonly question: string;
  readonly items: readonly string[];
}

/** Chinese regulations, whose paragraphs and items are numbered in several ways. */
function regulations(clause: (numeral: string) => string, item: (numeral: string) => string): readonly Case[] {
  const all: readonly Regulation[] = JSON.parse(read("regulations-zh.json"));
  const numeral = (at: number) => (at < 10 ? NUMERALS.charAt(at) : `十${NUMERALS.charAt(at - 10)}`);
  const text = all
    .map(({ lead, items }, at) => {
      const lines = items.map((one, i) => `${item(numeral(i))}${one}；\n`);
      return `${clause(numeral(at))}${lead}：\n${lines.join("")}`;
    })
    .join("");
  const records = [record(text)];
  return all.map(({ question, items }) => ({ records, prompt: question, evidence: items }));
}

interface Option {
  readonly name: string;
  readonly about: string;
  readonly detail: string;
  readonly question: string;
}

/** Between the two sentences of a description, so that they are units of their own. */
const MORE = [
  "The default may change in a later version, so a script should always set it.",
  "The examples at the end of this page show how that is done with both kinds of servers.",
];

const indented = (lines: readonly string[], by: string) => lines.map((line) => `${by}${line}\n`).join("");

/** Options as manual pages, reStructuredText and AsciiDoc describe them. */
const pages = {
  manual: (name: string, lines: readonly string[]) => `       ${name}\n${indented(lines, " ".repeat(14))}\n`,
  directives: (name: string, lines: readonly string[]) => `.. option:: ${name}\n\n${indented(lines, "   ")}\n`,
  asciidoc: (name: string, lines: readonly string[]) => `${name}::\n${indented(lines, "\t")}\n`,
};

/** Each task asks for a detail; the reader needs the option's name too. */
function options(page: keyof typeof pages): readonly Case[] {
  const all: readonly Option[] = JSON.parse(read("options.json"));
  const records = [
    record(`OPTIONS\n${all.map(({ name, about, detail }) => pages[page](name, [about, ...MORE, detail])).join("")}`),
  ];
  return all.map(({ name, detail, question }) => ({ records, prompt: question, evidence: [name, detail] }));
}

const ROOMS = ["printer room", "camera north", "door controller", "server rack", "access point", "backup store", "pbx"];

function router(): readonly Case[] {
  const entries = Array.from({ length: 28 }, (_, at) => ({
    name: `interface Ethernet0/${at}`,
    about: `${ROOMS[at % ROOMS.length]} ${(at * 37) % 90}`,
  }));
  const settings = (at: number) =>
    ` switchport access vlan ${10 * (1 + (at % 3))}\n switchport mode access\n no shutdown\n`;
  const text = entries.map(({ name, about }, at) => `${name}\n description ${about}\n${settings(at)}!\n`).join("");
  const records = [record(text)];
  return entries.map(({ name, about }) => {
    return {
      records,
      prompt: `Which interface is the ${about} on?`,
      evidence: [`${name}\n`, ` description ${about}\n`],
    };
  });
}

type Row = Readonly<Record<string, string | number>>;

/** The same clauses as lists of a web page. */
function webPage(lead: (text: string) => string): readonly Case[] {
  const list = (items: readonly string[]) => `<ul>\n${items.map((text) => `  <li>${text}</li>\n`).join("")}</ul>\n`;
  const body = CLAUSES.map(([first, ...items]) => `${lead(first)}\n${list(items)}`).join("");
  const records = [record(`<html><body>\n${body}</body></html>`)];
  return CLAUSES.map(([first, ...items]) => ({ records, prompt: `List all: ${first} what?`, evidence: items }));
}

const forms = {
  csv: {
    table: (rows: readonly Row[]) => `${Object.keys(rows[0] ?? {}).join()}\n${rows.map(forms.csv.row).join("\n")}\n`,
    row: (row: Row): string => Object.values(row).join(),
  },
  json: {
    table: (rows: readonly Row[]) => JSON.stringify(rows),
    row: (row: Row): string => JSON.stringify(row),
  },
};

/** Fifty customers and sixty orders that name them, by ids like `C1007` or by numbers. */
function tables(form: keyof typeof forms, byNumber: boolean) {
  const { table, row } = forms[form];
  const id = (prefix: string, number: number) => (byNumber ? number : `${prefix}${number}`);
  const key = byNumber ? "id" : "customer_id";
  const customers = Array.from({ length: 50 }, (_, at) => {
    return { [key]: id("C", 1000 + at), name: `Ada Nr${at}x`, mail: `m${at}@example.org`, city: ROOMS[at % 7] ?? "" };
  });
  const orders = Array.from({ length: 60 }, (_, at) => {
    const customer_id = customers[(at * 7) % 40]?.[key] ?? "";
    return {
      [byNumber ? "id" : "order_id"]: id("O", 7000 + at),
      customer_id,
      total: 20 + ((at * 13) % 700),
      state: "open",
    };
  });
  const records = [record(table(customers), { title: "customers" }), record(table(orders), { title: "orders" })];
  const toCustomer = orders.slice(0, 20).map((order) => {
    const customer = customers.find((one) => one[key] === order.customer_id) ?? {};
    const prompt = `What is the mail address of the customer of order ${Object.values(order)[0]}?`;
    return { records, prompt, evidence: [row(order), row(customer)] };
  });
  const toOrders = customers.slice(0, 20).map((customer) => {
    const own = orders.filter((order) => order.customer_id === customer[key]);
    return { records, prompt: `What did ${customer.name} order?`, evidence: [row(customer), ...own.map(row)] };
  });
  return { toCustomer, toOrders };
}

describe("evidence that only the structure shows", () => {
  test.each([
    ["items of lists", 0.1, 0.7, lists("items")],
    ["items of lists", 0.25, 0.98, lists("items")],
    ["lines above a list", 0.1, 0.9, lists("leads")],
    ["clauses (a)", 0.1, 0.78, contracts((at) => `(${"abcd".charAt(at)})`)],
    ["clauses (a), indented", 0.1, 0.76, contracts((at) => `    (${"abcd".charAt(at)})`)],
    ["clauses (i)", 0.1, 0.78, contracts((at) => `(${["i", "ii", "iii", "iv"][at]})`)],
    ["articles `Article 3`", 0.2, 0.98, articles((at, subject) => `Article ${at}\n${subject}`)],
    ["articles `§ 3`", 0.2, 0.98, articles((at, subject) => `§ ${at} ${subject}`)],
    [
      "regulations `第三条` and `（三）`",
      0.1,
      0.9,
      regulations(
        (n) => `第${n}条　`,
        (n) => `　　（${n}）`,
      ),
    ],
    [
      "regulations `三、` and `（三）`",
      0.1,
      0.86,
      regulations(
        (n) => `${n}、`,
        (n) => `（${n}）`,
      ),
    ],
    ["lists of a web page below a line", 0.2, 0.98, webPage((text) => `<p>${text}:</p>`)],
    ["lists of a web page below a heading", 0.2, 0.98, webPage((text) => `<h3>${text}</h3>`)],
    ["options of a manual page", 0.06, 0.98, options("manual")],
    ["options in reStructuredText", 0.06, 0.98, options("directives")],
    ["options in AsciiDoc", 0.06, 0.95, options("asciidoc")],
    ["entries of a configuration", 0.05, 0.9, router()],
    ["customers by ids in CSV", 0.1, 0.98, tables("csv", false).toCustomer],
    ["orders by ids in JSON", 0.1, 0.98, tables("json", false).toOrders],
    ["customers by numbers in JSON", 0.1, 0.98, tables("json", true).toCustomer],
    ["orders by numbers in CSV", 0.1, 0.95, tables("csv", true).toOrders],
  ] as const)("%s: %f of the tokens hold at least %f of it", async (_name, share, least, cases) => {
    expect(await recallAt(share, cases)).toBeGreaterThanOrEqual(least);
  });
});
