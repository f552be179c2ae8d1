import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { dawidSkene, sharedItems, type Vote } from "./dawid-skene.ts";

/** The same model once more, over tables of numbers and logarithms, for as many rounds. */
function plainly(votes: readonly Vote[], rounds: number) {
  const items = [...new Set(votes.map(({ item }) => item))];
  const raters = [...new Set(votes.map(({ rater }) => rater))];
  const values = [...new Set(votes.map(({ value }) => value))];
  const classes = Math.max(2, values.length);
  const table = items.map((item) =>
    votes
      .filter((vote) => vote.item === item)
      .map(({ rater, value }) => [raters.indexOf(rater), values.indexOf(value)] as const),
  );
  let q = table.map((said) =>
    Array.from({ length: classes }, (_, k) => said.filter(([, v]) => v === k).length / said.length),
  );
  let a: number[] = [];
  const maximise = () => {
    a = raters.map((_, j) => {
      let [right, all] = [2, 3];
      for (const [i, said] of table.entries())
        for (const [rater, v] of said) if (rater === j) [right, all] = [right + (q[i]?.[v] ?? 0), all + 1];
      return right / all;
    });
  };
  maximise();
  for (let round = 1; round < rounds; round++) {
    q = table.map((said) => {
      const logs = Array.from({ length: classes }, (_, k) =>
        said.reduce(
          (sum, [j, v]) => sum + Math.log(v === k ? (a[j] ?? 0) : (1 - (a[j] ?? 0)) / (classes - 1)),
          0,
        ),
      );
      const top = Math.max(...logs);
      const powers = logs.map((log) => Math.exp(log - top));
      const total = powers.reduce((sum, power) => sum + power, 0);
      return powers.map((power) => power / total);
    });
    maximise();
  }
  return {
    accuracy: (rater: string) => a[raters.indexOf(rater)] ?? Number.NaN,
    posterior: (item: string, value: string) => q[items.indexOf(item)]?.[values.indexOf(value)] ?? Number.NaN,
  };
}

const oneVote = fc.record({
  item: fc.integer({ min: 0, max: 11 }).map((n) => `i${n}`),
  rater: fc.integer({ min: 0, max: 4 }).map((n) => `r${n}`),
  value: fc.constantFrom("a", "b", "c"),
});
const someVotes = fc.uniqueArray(oneVote, {
  minLength: 1,
  maxLength: 50,
  selector: ({ item, rater }) => `${item} ${rater}`,
});

test("estimates are those of the model written plainly", async () => {
  await fc.assert(
    fc.asyncProperty(someVotes, async (votes) => {
      const { posteriors, accuracies } = await dawidSkene(votes);
      const plain = plainly(votes, 50);
      for (const [rater, accuracy] of accuracies) expect(accuracy).toBeCloseTo(plain.accuracy(rater), 9);
      for (const [item, ofItem] of posteriors)
        for (const [value, posterior] of ofItem)
          expect(posterior).toBeCloseTo(plain.posterior(item, value), 9);
    }),
    { numRuns: 200 },
  );
});

test("the accuracies of five simulated people are found within 0.05 from 2,000 answers with an overlap of 30 %", async () => {
  const random = seededRandom(7);
  const truths = [0.95, 0.9, 0.8, 0.7, 0.5];
  const values = ["a", "b", "c", "d"];
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const votes: Vote[] = [];
  for (let item = 0; votes.length < 2000; item++) {
    const truth = pick(values);
    const raters = random() < 0.3 ? [0, 1, 2, 3, 4] : [Math.floor(random() * 5)];
    for (const rater of raters) {
      const isRight = random() < (truths[rater] ?? 0);
      const value = isRight ? truth : pick(values.filter((one) => one !== truth));
      votes.push({ item: `i${item}`, rater: `r${rater}`, value });
    }
  }
  const { accuracies } = await dawidSkene(votes);
  for (const [rater, truth] of truths.entries())
    expect(Math.abs((accuracies.get(`r${rater}`) ?? 0) - truth), `rater ${rater}`).toBeLessThan(0.05);
});

test("what is known outweighs everybody, and alone is enough to learn from", async () => {
  const votes = ["i0", "i1", "i2"].map((item) => ({ item, rater: "careless", value: "wrong" }));
  const known = new Map([
    ["i0", "right"],
    ["i1", "right"],
  ]);
  expect(sharedItems(votes, new Map())).toBe(0);
  expect(sharedItems(votes, known)).toBe(2);
  const { posteriors, accuracies } = await dawidSkene(votes, known);
  expect(posteriors.get("i0")).toEqual(new Map([["right", 1]]));
  expect(accuracies.get("careless")).toBeLessThan(0.5);
});
