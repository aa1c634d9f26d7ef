// One self-contained page: no script, no request, and only its own style sheet, which its policy names by hash.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Content, html, literally } from "./markup.ts";

export const styleSheet =
  readFileSync(new URL("./style.css", import.meta.url), "utf8") +
  readFileSync(new URL("./figures.css", import.meta.url), "utf8");

/** @param style what a page adds to the style sheet */
export function page(title: string, body: Content, style = ""): string {
  const sheet = styleSheet + style;
  const styleHash = createHash("sha256").update(sheet).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${literally(sheet)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return markup;
}
