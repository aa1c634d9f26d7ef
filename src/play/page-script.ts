// Joins the scripts of the playground's page into one, without types and without the imports between the parts.
// In: the files under page/. Out: the text of one module. There is no build step.
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";

/** Each part follows those that it uses. Their top-level names are distinct. */
const parts = [
  new URL("./page/controls.ts", import.meta.url),
  new URL("./page/request-form.ts", import.meta.url),
  new URL("./page/shown.ts", import.meta.url),
  new URL("./page/asking.ts", import.meta.url),
  new URL("./page/opening.ts", import.meta.url),
  new URL("./page/saving.ts", import.meta.url),
  new URL("./page/main.ts", import.meta.url),
];

export async function pageScript(): Promise<string> {
  const texts = await Promise.all(parts.map((part) => readFile(part, "utf8")));
  return texts.map((text) => withoutModules(stripTypeScriptTypes(text))).join("");
}

function withoutModules(script: string): string {
  return script.replace(/^import [^;]*;$/gm, "").replace(/^export /gm, "");
}
