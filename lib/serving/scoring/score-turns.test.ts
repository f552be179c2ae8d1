import { expect, test } from "vitest";
import { ScoreTurns } from "./score-turns.ts";

/** A clock that the test moves. */
function aClock() {
  const pauses: number[] = [];
  let now = 0;
  const clock = { now: () => now, pause: async (ms: number) => void pauses.push(ms) };
  const pass = (ms: number) => {
    now += ms;
  };
  return { clock, pauses, pass };
}

test("one run happens at a time, and the keys take turns", async () => {
  const { clock, pauses } = aClock();
  const turns = new ScoreTurns(() => false, clock);
  const order: string[] = [];
  let running = 0;
  const work = (key: string, name: string) =>
    turns.take(key, async () => {
      expect(++running).toBe(1);
      order.push(name);
      await Promise.resolve();
      running--;
      return name;
    });
  const done = [work("a", "a1"), work("a", "a2"), work("a", "a3"), work("b", "b1"), work("b", "b2")];
  expect(await Promise.all(done)).toEqual(["a1", "a2", "a3", "b1", "b2"]);
  expect(order).toEqual(["a1", "a2", "b1", "a3", "b2"]);
  expect(pauses).toEqual([]);
});

test("while somebody chats, each run is followed by a pause three times as long", async () => {
  const { clock, pauses, pass } = aClock();
  let isBusy = true;
  const turns = new ScoreTurns(() => isBusy, clock);
  const run = (ms: number) => turns.take("a", async () => pass(ms));
  const leave = async () => {
    isBusy = false;
  };
  await Promise.all([run(10), run(20), turns.take("a", leave), run(30)]);
  expect(pauses).toEqual([30, 60]);
});

test("a run that fails rejects its caller, and the next one still runs", async () => {
  const turns = new ScoreTurns(() => false);
  const failing = turns.take("a", async () => {
    throw new Error("no");
  });
  const next = turns.take("a", async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});
