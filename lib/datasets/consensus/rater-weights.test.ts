import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { raterWeights } from "./rater-weights.ts";

test("who lies further from the others weighs less, and people who agree weigh alike", () => {
  const random = seededRandom(5);
  const ratings = Array.from({ length: 200 }, (_, item) => {
    const truth = random() * 10;
    return [0.1, 0.5, 3].map((noise, rater) => ({
      item: `${item}`,
      rater: `${rater}`,
      value: truth + noise * (random() - 0.5),
    }));
  }).flat();
  const weights = raterWeights(ratings);
  const [exact = 0, middling = 0, careless = 0] = ["0", "1", "2"].map((rater) => weights?.get(rater));
  expect(exact).toBeGreaterThan(middling);
  expect(middling).toBeGreaterThan(1.3 * careless);
  const agreed = ["a", "b"].flatMap((rater) => [1, 2].map((value) => ({ item: `${value}`, rater, value })));
  expect(raterWeights(agreed)).toEqual(
    new Map([
      ["a", 1],
      ["b", 1],
    ]),
  );
  expect(raterWeights([{ item: "1", rater: "a", value: 1 }])).toBe(null);
});

const aRating = fc.record({
  item: fc.nat(5).map(String),
  rater: fc.nat(3).map(String),
  value: fc.integer({ min: -100, max: 100 }),
});

test("every rater has a weight that is greater than zero, whatever they said", () => {
  fc.assert(
    fc.property(fc.uniqueArray(aRating, { selector: ({ item, rater }) => `${item} ${rater}` }), (ratings) => {
      const weights = raterWeights(ratings);
      for (const { rater } of weights ? ratings : []) expect(weights?.get(rater)).toBeGreaterThan(0);
    }),
  );
});
