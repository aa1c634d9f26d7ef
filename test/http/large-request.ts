// One request of a given size, as a /v1 body and as a gRPC frame: different paragraphs, and a task about one of them.
import { create, toBinary } from "@bufbuild/protobuf";
import { ContextRequestSchema } from "../../gen/winnow/v1/context_pb.ts";
import { frame } from "./h2-call.ts";

const places = ["harbour", "orchard", "library", "furnace", "meadow", "quarry", "lantern", "archive"];

function paragraph(at: number): string {
  const place = places[at % places.length];
  return `Report ${at} on the ${place}. They counted ${at * 37 + 11} items at the ${place} and closed the gate.\n`;
}

export function createRequest(bytes: number): { readonly json: string; readonly grpcFrame: Buffer } {
  const texts: string[] = [];
  let written = 0;
  for (let at = 0; written < bytes; at += 20) {
    const text = Array.from({ length: 20 }, (_, line) => paragraph(at + line)).join("");
    texts.push(text);
    written += text.length + 60;
  }
  const prompt = "How many items were counted at the archive in report 7?";
  const records = texts.map((text) => ({ text }));
  const json = { request_id: "large", task: { prompt }, budget: { max_context_tokens: 4_000 }, records };
  const message = create(ContextRequestSchema, {
    requestId: "large",
    task: { prompt },
    budget: { maxContextTokens: 4_000 },
    records,
  });
  return { json: JSON.stringify(json), grpcFrame: frame(toBinary(ContextRequestSchema, message)) };
}
