import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { type GiveBack, Turns } from "./turns.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rules = {
  places: 3,
  placesOfOne: 2,
  waitingOfOne: 4,
  waitMs: 1000,
  refusal: ({ isStuck, waiting }: { isStuck: boolean; waiting: number }) =>
    new Error(`${isStuck ? "stuck" : "late"} ${waiting}`),
};

/** Those who have a place, in the order in which they got it, and how each comes to its end. */
function aDesk(own: Partial<typeof rules> = {}) {
  const turns = new Turns({ ...rules, ...own });
  const got: { name: string; giveBack: GiveBack }[] = [];
  const refused: string[] = [];
  const ask = (caller: string | null, name = String(caller)) => {
    turns.take(caller).then(
      (giveBack) => got.push({ name, giveBack }),
      (error: Error) => refused.push(`${name}: ${error.message}`),
    );
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { turns, got, refused, ask, settle, names: () => got.map(({ name }) => name) };
}

test("Lines are served in a round, each in its order, and nobody has more than the share", async () => {
  const { ask, got, names, settle, turns } = aDesk();
  for (const name of ["a1", "a2", "a3", "a4"]) ask("a", name);
  await settle();
  expect(names()).toEqual(["a1", "a2"]);
  for (const name of ["b1", "b2", "b3"]) ask("b", name);
  ask("c", "c1");
  await settle();
  expect(names()).toEqual(["a1", "a2", "b1"]);
  for (let n = 0; n < 8; n++) {
    got[n]?.giveBack(true);
    // A second time it counts for nothing.
    got[n]?.giveBack(true);
    await settle();
  }
  expect(names()).toEqual(["a1", "a2", "b1", "a3", "b2", "c1", "a4", "b3"]);
  expect(turns.isWaitedFor).toBe(false);
});

test("What nobody in particular asks for may have every place", async () => {
  const { ask, names, settle } = aDesk();
  for (let n = 0; n < 4; n++) ask(null);
  await settle();
  expect(names().length).toBe(3);
});

test("A line is bounded, and so is a wait; the refusal says whether the line was moving", async () => {
  const { ask, got, refused, settle } = aDesk({ places: 1, placesOfOne: 1 });
  for (const name of ["a1", "a2", "a3", "a4", "a5", "a6"]) ask("a", name);
  await settle();
  expect(refused).toEqual(["a6: late 4"]);
  await vi.advanceTimersByTimeAsync(900);
  got[0]?.giveBack(false);
  ask("b", "b1");
  await vi.advanceTimersByTimeAsync(100);
  expect(refused.slice(1)).toEqual(["a3: stuck 2", "a4: stuck 1", "a5: stuck 0"]);
  got[1]?.giveBack(true);
  ask("a", "a7");
  await vi.advanceTimersByTimeAsync(1000);
  expect([got.map(({ name }) => name), refused.slice(4)]).toEqual([["a1", "a2", "b1"], ["a7: late 0"]]);
});

test("However callers come and go, places are kept full and shared as a plain model shares them", async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed);
    const { ask, got, settle, names } = aDesk({ waitingOfOne: 1000 });
    const model = aModel();
    let ended = 0;
    for (let step = 0; step < 60; step++) {
      if (random() < 0.6) {
        const caller = ["a", "b", "c"][Math.floor(random() ** 2 * 3)] ?? "a";
        ask(caller, `${caller}${step}`);
        model.ask(caller, `${caller}${step}`);
      } else if (ended < got.length) {
        const { name, giveBack } = got[ended++] ?? got[0] ?? { name: "", giveBack: () => undefined };
        giveBack(true);
        model.end(name);
      }
      await settle();
      expect(names()).toEqual(model.got);
    }
  }
});

/** The rule in the plainest words: of those who wait and may, whose caller was served longest ago, and of these the first. */
function aModel() {
  const got: string[] = [];
  let under: string[] = [];
  let waiting: string[] = [];
  let round: string[] = [];
  const mayBegin = (name: string) =>
    under.length < rules.places && under.filter((other) => other[0] === name[0]).length < rules.placesOfOne;
  const serve = () => {
    for (const caller of round) {
      const name = waiting.find((other) => other[0] === caller);
      if (name === undefined || !mayBegin(name)) continue;
      waiting = waiting.filter((other) => other !== name);
      round = round.filter((other) => other !== caller);
      if (waiting.some((other) => other[0] === caller)) round.push(caller);
      got.push(name);
      under.push(name);
      return;
    }
  };
  return {
    got,
    ask: (caller: string, name: string) => {
      waiting.push(name);
      if (!round.includes(caller)) round.push(caller);
      serve();
    },
    end: (name: string) => {
      under = under.filter((other) => other !== name);
      serve();
    },
  };
}
