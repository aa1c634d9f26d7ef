// Finds the asker in a prompt that quotes a conversation. The context must serve the asker; the other turns (an agent's
// questions, a tool's result) only add background. In: a prompt. Out: the ranges of the turns of others. Never judges
// their content.
import { type IntList, intList, push } from "../../text/arrays.ts";
import { lineEnd } from "../../text/characters.ts";
import type { Checkpoint } from "../../text/checkpoint.ts";
import { speakerAt } from "../units/prose/speaker.ts";

/** A conversation has at least this many turns, and two speakers who speak more than once. */
const TURNS_MIN = 4;
const RETURNING_MIN = 2;

/** Roles that answer and never ask. */
const ANSWERING = new Set("assistant agent ai bot developer model support system tool".split(" "));

/** Lines read between two checkpoints: a few milliseconds. */
const LINES_A_TURN = 2048;

/**
 * The asker is the last speaker whose role is not to answer. Text before the first turn is the asker's too.
 * @returns starts and ends in turns, ascending; empty if the prompt is not a conversation
 */
export function othersTurns(prompt: string, checkpoint: Checkpoint): IntList {
  const starts = intList();
  const speakers: string[] = [];
  const turnsOf = new Map<string, number>();
  let lines = 0;
  for (let at = 0; at < prompt.length; at = lineEnd(prompt, at, prompt.length)) {
    lines += 1;
    if (lines % LINES_A_TURN === 0) checkpoint();
    const speaker = speakerAt(prompt, at, lineEnd(prompt, at, prompt.length));
    if (speaker === null) continue;
    push(starts, at);
    speakers.push(speaker);
    turnsOf.set(speaker, (turnsOf.get(speaker) ?? 0) + 1);
  }
  const others = intList();
  const returning = [...turnsOf.values()].filter((turns) => turns > 1).length;
  if (speakers.length < TURNS_MIN || returning < RETURNING_MIN) return others;
  const asker = speakers.findLast((speaker) => !ANSWERING.has(speaker.toLowerCase())) ?? speakers.at(-1);
  speakers.forEach((speaker, turn) => {
    if (speaker === asker) return;
    push(others, starts.items[turn] ?? 0);
    push(others, turn + 1 < speakers.length ? (starts.items[turn + 1] ?? 0) : prompt.length);
  });
  return others;
}
