import { expect, test } from "vitest";
import { latestWins } from "../../src/play/latest-wins.ts";

/** Work that ends when it is told to, in the order in which it was begun. */
function workshop() {
  const begun: string[] = [];
  let end: ((reply: string | null) => void) | null = null;
  const run = (work: string): Promise<string | null> => {
    begun.push(work);
    return new Promise((resolve) => {
      end = resolve;
    });
  };
  const queue = latestWins(run, () => end?.(null));
  const finish = async (reply: string): Promise<void> => {
    end?.(reply);
    await new Promise(setImmediate);
  };
  return { queue, begun, finish };
}

const patient = new AbortController().signal;

test("gives up what the same page asked before, whether it runs or waits", async () => {
  const { queue, begun, finish } = workshop();
  const first = queue.ask("a", "1", patient);
  const second = queue.ask("a", "2", patient);
  expect(await first).toBeNull();
  const third = queue.ask("b", "3", patient);
  const fourth = queue.ask("b", "4", patient);
  expect(await third).toBeNull();
  await finish("two");
  await finish("four");
  expect(await Promise.all([second, fourth])).toEqual(["two", "four"]);
  expect(begun).toEqual(["1", "2", "4"]);
});

test("drops work whose asker has gone", async () => {
  const { queue, begun, finish } = workshop();
  const gone = new AbortController();
  const running = queue.ask("a", "1", patient);
  const waiting = queue.ask("b", "2", gone.signal);
  gone.abort();
  expect(await waiting).toBeNull();
  await finish("one");
  expect(await running).toBe("one");
  expect(await queue.ask("c", "3", gone.signal)).toBeNull();
  expect(begun).toEqual(["1"]);
});

test("lets no more than so many wait", async () => {
  const { queue, finish } = workshop();
  const asked = Array.from({ length: 18 }, (_, index) => queue.ask(`page ${index}`, String(index), patient));
  expect(await asked[17]).toBeNull();
  for (let index = 0; index < 17; index++) await finish("done");
  expect(await Promise.all(asked.slice(0, 17))).toEqual(Array.from({ length: 17 }, () => "done"));
});

test("goes on after work that failed", async () => {
  const queue = latestWins(
    (work: string) => (work === "bad" ? Promise.reject(new Error(work)) : Promise.resolve(work)),
    () => {},
  );
  const [bad, good] = [queue.ask("a", "bad", patient), queue.ask("b", "good", patient)];
  await expect(bad).rejects.toThrow("bad");
  expect(await good).toBe("good");
});
