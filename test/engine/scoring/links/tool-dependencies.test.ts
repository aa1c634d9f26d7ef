import { describe, expect, test } from "vitest";
import { toolDependencyScores } from "../../../../src/engine/scoring/links/tool-dependencies.ts";
import { analysed, ranking, record, task } from "../../request.ts";

const tool = (name: string, inputs: readonly string[], outputs: readonly string[] = [], description = "") =>
  record(
    JSON.stringify({
      name,
      description,
      parameters: { type: "object", properties: Object.fromEntries(inputs.map((key) => [key, { type: "string" }])) },
      returns: Object.fromEntries(outputs.map((key) => [key, { type: "string" }])),
    }),
    { kind: "tool_schema", title: name },
  );

/** The tools that gain when the first one matches best. */
function fed(...tools: ReturnType<typeof tool>[]): readonly number[] {
  const of = analysed(tools, "x");
  const scores = Float64Array.from(of.corpus.recordOf, (owner) => (owner === 0 ? 1 : 0));
  const gained = toolDependencyScores(of, scores, { weight: 0.5, consumers: 3 });
  const gaining = of.records.map((_, at) => of.corpus.recordOf.some((owner, unit) => owner === at && gained[unit]));
  return gaining.flatMap((gains, at) => (gains ? [at] : []));
}

describe("a tool that feeds the best one gains", () => {
  test.each([
    ["by a key of its output", tool("GetUserToken", ["password"], ["token"])],
    ["by its name", tool("create_token_id", ["password"])],
    ["by finding the thing that the id identifies", tool("GET /search/token", ["query"])],
  ])("%s", (_, provider) => {
    expect(fed(tool("DeleteAlarm", ["token", "token_id"]), tool("AddAlarm", ["time"]), provider)).toEqual([2]);
  });

  test("parameters of a path and of a Python signature are inputs too", () => {
    const search = tool("search_movie", ["query"], ["movie"]);
    const path = record('{"endpoint": "GET /movie/{movie_id}/credits"}', {
      kind: "tool_schema",
      title: "GET /movie/{movie_id}/credits",
    });
    expect(fed(path, search)).toEqual([1]);
    const code = '{"name": "held", "code": "def held(movie_id, person):\\n    ..."}';
    expect(fed(record(code, { kind: "tool_schema", title: "held" }), search)).toEqual([1]);
    const fenced = code.replace("def held", "```python\\ndef held");
    expect(fed(record(fenced, { kind: "tool_schema", title: "held" }), search)).toEqual([1]);
  });
});

describe("no tool gains", () => {
  test.each([
    ["that takes the same input itself", [tool("update_token_id", ["token_id"])]],
    ["that finds something else", [tool("search_alarm", ["query"])]],
    ["that lists something of it", [tool("get_token_list", ["query"])]],
    ["among many that provide the same", ["a", "b", "c"].map((name) => tool(name, [], ["token_id"]))],
  ])("%s", (_, others) => {
    expect(fed(tool("DeleteAlarm", ["token_id"]), ...others)).toEqual([]);
  });
});

describe("a tool that works on the same thing as the best one", () => {
  const push = tool("stack_push", ["stack", "element"]);
  const pop = tool("stack_pop", ["stack"]);
  const peek = tool("peek_stack", ["stack"]);

  test("gains if it takes the thing and is named after it", () => {
    expect(fed(push, tool("find_element", ["list"]), pop, peek)).toEqual([2, 3]);
  });

  test("gains nothing among many that take it", () => {
    expect(fed(push, pop, peek, tool("clear_stack", ["stack"]))).toEqual([]);
  });

  test("gains nothing if only its address has the name", () => {
    const address = "GET /tv/{season}/images";
    const images = record(JSON.stringify({ endpoint: address }), { kind: "tool_schema", title: address });
    expect(fed(tool("list_episodes", ["season"]), images)).toEqual([]);
  });
});

test("a value that users state needs no tool, unless a tool is named for it", () => {
  const estimate = tool("EstimateFare", ["time", "distance"]);
  const navigate = tool("Navigate", ["place"], ["time", "distance"]);
  expect(fed(estimate, navigate)).toEqual([]);
  expect(fed(estimate, navigate, tool("measure_distance", ["place"], ["distance"]))).toEqual([2]);
});

test("the provider of the requested tool ranks before a tool that only shares a word with the task", () => {
  const tools = [
    tool("DeleteAlarm", ["token"], [], "Deletes an alarm."),
    tool("GetUserToken", ["username"], ["token"], "Signs in."),
    tool("ListScenes", ["room"], [], "Scenes of the lights in the morning."),
    tool("PlaySong", ["artist"], [], "Plays music."),
    tool("Translate", ["words"], [], "Puts a text into another language."),
  ];
  expect(ranking(tools, task("Delete my alarm of the morning")).slice(0, 2)).toEqual([0, 1]);
});
