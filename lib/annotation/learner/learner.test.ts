import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { sampleFile } from "#lib/testing/data/sample-data.ts";
import { differenceOf, type Features, featuresOf, PLACES } from "./features.ts";
import { type Example, fitWeights, noWeights, type Weights } from "./fit-weights.ts";
import { classes, type Head, ranks } from "./heads.ts";
import { type Answer, learn, likelyValues } from "./learn.ts";
import { marginOf } from "./order.ts";

/** Runs what yields to others to its end. */
function ran<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const said = (question: string, answer = "") => featuresOf({ question, answer, toolCalls: 0 });

describe("features", () => {
  test("the same words on the other side are others; word order and tools count", () => {
    const features = [
      said("book a table"),
      said("", "book a table"),
      said("table a book"),
      featuresOf({ question: "book a table", answer: "", toolCalls: 2 }),
    ];
    expect(new Set(features.map((one) => JSON.stringify([[...one.places], [...one.values]]))).size).toBe(4);
  });

  test("a pair is what the first has more than the second: turned round, it is the opposite", () => {
    const [first, second] = [said("", "thank you so much"), said("", "thank you, no")];
    const there = differenceOf(first, second);
    const back = differenceOf(second, first);
    expect([...there.places]).toEqual([...back.places]);
    expect([...there.values]).toEqual([...back.values].map((value) => -value));
    expect(differenceOf(first, first).places.length).toBe(0);
  });
});

/** −ln p of the right class, or the losses at all thresholds, with L2: written out over dense vectors. */
function plainLoss(
  kind: "classes" | "ranks",
  levels: number,
  { values, biases }: Weights,
  example: Example,
  l2: number,
) {
  const count = kind === "classes" ? levels : 1;
  const dense = denseOf(example.features);
  const scores = Array.from({ length: count }, (_, score) =>
    dense.reduce((sum, x, place) => sum + x * (values[place * count + score] ?? 0), 0),
  );
  const penalty = (l2 / 2) * values.reduce((sum, value) => sum + value * value, 0);
  if (kind === "ranks")
    return (
      penalty +
      [...biases].reduce((sum, threshold, k) => {
        const side = example.target <= k ? 1 : -1;
        return sum + Math.log(1 + Math.exp(-side * (threshold - (scores[0] ?? 0))));
      }, 0)
    );
  const logits = scores.map((score, level) => score + (biases[level] ?? 0));
  return (
    penalty +
    Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0)) -
    (logits[example.target] ?? 0)
  );
}

function denseOf({ places, values }: Features): Float64Array {
  const dense = new Float64Array(PLACES);
  for (const [at, place] of places.entries()) dense[place] = values[at] ?? 0;
  return dense;
}

function drawnWeights(head: Head, seed: number): Weights {
  const random = seededRandom(seed);
  const { values, biases } = noWeights(head);
  return { values: values.map(() => random() - 0.5), biases: biases.map((_, k) => k - 1 + random() / 4) };
}

describe.each([
  ["classes", classes(4)],
  ["ranks", ranks(4)],
] as const)("fits of %s", (kind, head) => {
  const example = { features: said("where is my refund, please", "on its way"), target: 2 };

  test("a step goes down the gradient that finite differences show", () => {
    const from = drawnWeights(head, 7);
    const [rate, l2, small] = [1e-3, 0.3, 1e-4];
    const to = ran(fitWeights(head, [example], { seed: 1, from, rate, l2, epochs: 1 }));
    const touched = [...example.features.places].slice(0, 5).map((place) => place * head.scores);
    for (const [part, at] of [...touched.map((one) => ["values", one] as const), ["biases", 1] as const]) {
      const moved = (by: number) => {
        const weights = { values: from.values.slice(), biases: from.biases.slice() };
        weights[part][at] = (weights[part][at] ?? 0) + by;
        return plainLoss(kind, 4, weights, example, l2);
      };
      const slope = (moved(small) - moved(-small)) / (2 * small);
      const taken = ((from[part][at] ?? 0) - (to[part][at] ?? 0)) / rate;
      expect(Math.abs(taken - slope)).toBeLessThan(1e-6);
    }
  });

  test("shrinking all weights by one factor gives the weights that shrinking each of them gives", () => {
    const random = seededRandom(3);
    const words = ["refund", "late", "thanks", "table", "flight", "song"];
    const examples = Array.from({ length: 40 }, () => {
      const target = Math.floor(random() * 4);
      const noise = words[Math.floor(random() * words.length)] ?? "";
      return { features: said(`${words[target]} ${noise}`), target };
    });
    const options = { seed: 5, rate: 1.5, l2: 0.05, epochs: 3 };
    const lazy = ran(fitWeights(head, examples, options));
    const plain = plainFit(head, examples, options);
    expect(furthest(lazy.values, plain.values)).toBeLessThan(1e-9);
    expect(furthest(lazy.biases, plain.biases)).toBeLessThan(1e-9);
    expect(furthest(lazy.values, new Float64Array(lazy.values.length))).toBeGreaterThan(0.1);
  });
});

/** Every weight shrunk at every step, and every place visited. */
function plainFit(
  head: Head,
  examples: readonly Example[],
  { seed, rate, l2, epochs }: { seed: number; rate: number; l2: number; epochs: number },
) {
  const random = seededRandom(seed);
  const weights = noWeights(head);
  const order = examples.map((_, at) => at);
  const slopes = { scores: new Float64Array(head.scores), biases: new Float64Array(head.biases) };
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
    }
    for (const at of order) {
      const { features, target } = examples[at] as Example;
      const now = rate / (1 + rate * l2 * step++);
      const dense = denseOf(features);
      const scores = Float64Array.from({ length: head.scores }, (_, score) =>
        dense.reduce((sum, x, place) => sum + x * (weights.values[place * head.scores + score] ?? 0), 0),
      );
      head.slopes(scores, weights.biases, target, slopes);
      for (let place = 0; place < PLACES; place++)
        for (let score = 0; score < head.scores; score++) {
          const one = place * head.scores + score;
          const shrunk = (weights.values[one] ?? 0) * (1 - now * l2);
          weights.values[one] = shrunk - now * (dense[place] ?? 0) * (slopes.scores[score] ?? 0);
        }
      for (let bias = 0; bias < head.biases; bias++)
        weights.biases[bias] = (weights.biases[bias] ?? 0) - now * (slopes.biases[bias] ?? 0);
    }
  }
  return weights;
}

function furthest(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0);
}

describe("what is learned", () => {
  const thanks = Array.from(
    { length: 12 },
    (_, n): Answer => ({ features: said(`thanks a lot ${n}`), value: '"happy"' }),
  );
  const anger = Array.from(
    { length: 12 },
    (_, n): Answer => ({ features: said(`this is broken ${n}`), value: '"angry"' }),
  );

  test("answers that words decide are learned", () => {
    const learned = ran(learn([...thanks, ...anger], { isOrdered: false, seed: 1 }));
    if (!learned) throw new Error("nothing learned");
    expect(likelyValues(learned, said("thanks a lot 99"))[0]?.value).toBe('"happy"');
    const [first] = likelyValues(learned, said("it is broken"));
    expect(first?.value).toBe('"angry"');
    expect(first?.probability).toBeGreaterThan(0.8);
  });

  test("numbers are learned in their order: what lies between the words of both ends is answered in the middle", () => {
    const rated = (text: string, value: number) =>
      Array.from({ length: 8 }, (_, n) => ({ features: said(`${text} ${n}`), value }));
    const answers = [...rated("bad bad", 1), ...rated("bad good", 2), ...rated("good good", 3)];
    const learned = ran(learn(answers, { isOrdered: true, seed: 1 }));
    if (!learned) throw new Error("nothing learned");
    expect(
      ["bad bad 20", "bad good 20", "good good 20"].map(
        (text) => likelyValues(learned, said(text))[0]?.value,
      ),
    ).toEqual([1, 2, 3]);
    const sum = likelyValues(learned, said("good bad")).reduce(
      (all, { probability }) => all + probability,
      0,
    );
    expect(sum).toBeCloseTo(1, 12);
  });

  test("pairs are learned from what the first has more than the second", () => {
    const [polite, curt] = [said("", "certainly, with pleasure"), said("", "no")];
    const pairs = Array.from(
      { length: 10 },
      (_, n): Answer =>
        n % 2 === 0
          ? { features: differenceOf(polite, curt), value: '"first"' }
          : { features: differenceOf(curt, polite), value: '"second"' },
    );
    const learned = ran(learn(pairs, { isOrdered: false, seed: 1 }));
    if (!learned) throw new Error("nothing learned");
    const winner = (a: Features, b: Features) => likelyValues(learned, differenceOf(a, b))[0]?.value;
    expect([winner(polite, curt), winner(curt, polite)]).toEqual(['"first"', '"second"']);
  });

  test("the same answers and seed give the same weights; another seed draws another order", () => {
    const weights = (seed: number) => ran(learn([...thanks, ...anger], { isOrdered: false, seed }))?.weights;
    expect(weights(1)).toEqual(weights(1));
    expect(weights(1)).not.toEqual(weights(2));
  });

  test("a fit that begins at what was learned from fewer answers continues from there", () => {
    const some = ran(learn([...thanks.slice(0, 4), ...anger.slice(0, 4)], { isOrdered: false, seed: 1 }));
    const answers = [...thanks, ...anger];
    const warm = ran(learn(answers, { isOrdered: false, seed: 1, from: some ?? undefined }));
    expect(warm?.weights).not.toEqual(ran(learn(answers, { isOrdered: false, seed: 1 }))?.weights);
    expect(warm && likelyValues(warm, said("thanks"))[0]?.value).toBe('"happy"');
  });

  test("answers that do not differ teach nothing; very many numbers are put together into ranges", () => {
    expect(ran(learn(thanks, { isOrdered: false, seed: 1 }))).toBeNull();
    const many = Array.from({ length: 60 }, (_, n): Answer => ({ features: said(`word${n % 7}`), value: n }));
    const learned = ran(learn(many, { isOrdered: true, seed: 1 }));
    expect(learned?.isExact).toBe(false);
    expect(learned?.levels.length).toBe(10);
  });
});

test("sixty answers in margin order name the service of 85 % of other requests", ({ skip }) => {
  const dialogues = sampleFile("sgd-dialogues.jsonl");
  if (!dialogues) return skip("the sample dialogues are not on this machine (set SPINDLE_SAMPLE_DATA)");
  const requests = serviceRequests(dialogues);
  const shares = [1, 2, 3, 4].map((seed) => activeAccuracy(requests, seed));
  expect(shares.reduce((a, b) => a + b, 0) / shares.length).toBeGreaterThanOrEqual(0.85);
});

/** The first request of each dialogue with its service, of the ten most frequent ones. */
function serviceRequests(file: string): Answer[] {
  const rows: { services: string[]; turns: { text: string }[] }[] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const named = rows.map(({ services, turns }) => ({
    value: (services[0] ?? "").replace(/_\d+$/, ""),
    text: turns[0]?.text ?? "",
  }));
  const counts = Map.groupBy(named, ({ value }) => value);
  const frequent = [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 10)
    .map(([value]) => value);
  return named
    .filter(({ value }) => frequent.includes(value))
    .map(({ value, text }) => ({ value, features: said(text) }));
}

/** Share of 128 other requests that are named rightly after 60 answers: 20 at random, then ten at a time where the model is least sure. */
function activeAccuracy(requests: readonly Answer[], seed: number): number {
  const random = seededRandom(seed);
  const drawn = requests
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
  const [test, asked, open] = [drawn.slice(0, 128), drawn.slice(128, 148), drawn.slice(148, 368)];
  for (;;) {
    const learned = ran(learn(asked, { isOrdered: false, seed }));
    if (!learned) throw new Error("nothing learned");
    if (asked.length >= 60)
      return (
        test.filter(({ features, value }) => likelyValues(learned, features)[0]?.value === value).length /
        test.length
      );
    const margins = new Map(open.map((one) => [one, marginOf(likelyValues(learned, one.features))]));
    open.sort((a, b) => (margins.get(a) ?? 0) - (margins.get(b) ?? 0));
    asked.push(...open.splice(0, 10));
  }
}
