// The pattern of a day with its year, as chats and documents write it, for rules that look for one. Knows no names of
// months and never checks that the day exists.
import { anyOf } from "../line-patterns.ts";

/** `2024/01/08`, `8.1.24`, `8 January 2024`, `8. Januar 2024`, `January 8, 2024`. */
export const DAY = anyOf(
  [
    /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/,
    /\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?!\d)/,
    /\d{1,2}\.? \p{L}{3,12},? \d{4}/u,
    /\p{L}{3,12} \d{1,2},? \d{4}/u,
  ],
  "u",
);
