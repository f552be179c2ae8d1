import fc from "fast-check";
import { expect, test } from "vitest";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import type { SamplingSettings, TokenConstraint } from "#lib/engine/port/port.ts";
import { SETTINGS } from "#lib/testing/data/sample-requests.ts";
import { logSoftmax } from "../testing/plain-decoder.ts";
import { TokenCounts } from "./token-counts.internal.ts";
import { TokenPicker } from "./token-picker.internal.ts";

const LOGITS = [0.3, -1.2, 2.1, 0.3, 1.9, -4, 0.9, 2.1, -0.5, 1.1, -30, 0.2];
/** Upper 10⁻⁴ quantiles of χ² by degrees of freedom; the seeds are fixed, so a failure is no accident. */
const CHI_SQUARE: readonly number[] = [
  0, 15.1, 18.4, 21.1, 23.5, 25.7, 27.9, 29.9, 31.8, 33.7, 35.6, 37.4, 39.1,
];

test.each<[string, Partial<SamplingSettings>]>([
  ["no filter", {}],
  ["a temperature", { temperature: 0.6 }],
  [
    "a bias",
    {
      logitBias: new Map([
        [1, 3],
        [2, -100],
        [4, 0.5],
      ]),
      temperature: 1.4,
    },
  ],
  ["top-k", { topK: 4 }],
  ["top-p", { topP: 0.8 }],
  ["min-p", { minP: 0.3 }],
  ["all at once", { temperature: 1.3, logitBias: new Map([[8, 2]]), topK: 7, topP: 0.9, minP: 0.2 }],
])("tokens come as often as the plain formula says: %s", (_, settings) => {
  expectFrequencies({ ...SETTINGS, ...settings });
});

test.each<[string, Partial<SamplingSettings>]>([
  ["by rejection", {}],
  ["at another temperature", { temperature: 2 }],
  ["among what a filter left", { topK: 6 }],
])("a constraint leaves the odds among what it allows as they are: %s", (_, settings) => {
  const constraint = { allows: (id: number) => id % 2 === 1, accept: () => {} };
  expectFrequencies({ ...SETTINGS, ...settings }, constraint);
});

test("what came already loses its penalties, once and for each time, and what the prompt has is repeated less", () => {
  const penalties = { presence: 0.7, frequency: 0.4, repetition: 1.5 };
  const came = new TokenCounts([0, 2]);
  for (const id of [2, 4, 4]) came.add(id);
  const logprobs = logSoftmax(Float64Array.from(LOGITS));
  const penalized = Float64Array.from(logprobs, (logprob, id) => {
    const isRepeated = [0, 2, 4].includes(id);
    const count = id === 4 ? 2 : Number(id === 2);
    return logprob * (isRepeated ? 1.5 : 1) - (count > 0 ? 0.7 + count * 0.4 : 0);
  });
  const found = Float64Array.from(logprobs);
  came.penalize(found, penalties);
  expect([...found]).toEqual([...penalized]);
  const best = penalized.indexOf(Math.max(...penalized));
  const distribution = {
    logprobs: Float32Array.from(logprobs),
    probabilities: Float32Array.from(logprobs, Math.exp),
  };
  const settings = { ...SETTINGS, temperature: 0, penalties };
  const choice = { settings, position: 3, constraint: undefined, came };
  expect(new TokenPicker(LOGITS.length).pick(distribution, choice)).toBe(best);
  expect(best).not.toBe(2);
});

test("where a filter leaves nothing that is allowed, it is applied among what is allowed", () => {
  const constraint = { allows: (id: number) => id === 1 || id === 8, accept: () => {} };
  const ids = new Set(
    Array.from({ length: 50 }, (_, seed) => pick({ ...SETTINGS, topK: 1, seed }, constraint)),
  );
  expect([...ids]).toEqual([8]);
});

test("a constraint that lists what it allows is not asked for each token", () => {
  let asked = 0;
  const allows = (id: number) => {
    asked++;
    return id === 10;
  };
  expect(pick(SETTINGS, { allows, allowed: () => [10], accept: () => {} })).toBe(10);
  expect(asked).toBeLessThan(33);
});

test("what is too unlikely for a probability can still be chosen where nothing else is allowed", () => {
  const logits = [0, -2000, -2001, -3000];
  const constraint = { allows: (id: number) => id > 0, accept: () => {} };
  const picked = Array.from({ length: 2000 }, (_, seed) => pick({ ...SETTINGS, seed }, constraint, logits));
  expect(new Set(picked)).toEqual(new Set([1, 2]));
  // e / (1 + e) of 2,000 draws are 1,462; four standard deviations are 79.
  expect(Math.abs(picked.filter((id) => id === 1).length - 1462)).toBeLessThan(79);
});

test("a large vocabulary with one allowed token is decided without a draw for each", () => {
  const logits = Array.from({ length: 5000 }, (_, id) => (id === 4321 ? -20 : Math.sin(id)));
  let asked = 0;
  const allows = (id: number) => {
    asked += 1;
    return id === 4321;
  };
  expect(pick(SETTINGS, { allows, accept: () => {} }, logits)).toBe(4321);
  expect(asked).toBeLessThan(2 * logits.length);
});

test("filters keep what sorting and adding up keeps", () => {
  const settings = fc.record({
    temperature: fc.constantFrom(0.3, 1, 2.5),
    topK: fc.constantFrom(0, 1, 3, 8, 100),
    topP: fc.constantFrom(0, 0.1, 0.55, 0.93, 1),
    minP: fc.constantFrom(0, 0.01, 0.4, 1),
  });
  const logits = fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(logits, settings, (values, changes) => {
      const wanted = { ...SETTINGS, ...changes };
      const kept = plainProbabilities(values, wanted);
      const picked = Array.from({ length: 30 }, (_, seed) => pick({ ...wanted, seed }, undefined, values));
      for (const id of picked) expect(kept[id]).toBeGreaterThan(0);
    }),
    { seed: 11, numRuns: 300 },
  );
});

test("the same seed and position give the same token, another position or seed another draw", () => {
  const draws = (changes: Partial<SamplingSettings>, position: number) =>
    Array.from({ length: 40 }, (_, index) =>
      pick({ ...SETTINGS, ...changes }, undefined, LOGITS, position + index),
    );
  expect(draws({ seed: 3 }, 0)).toEqual(draws({ seed: 3 }, 0));
  expect(draws({ seed: 3 }, 0)).not.toEqual(draws({ seed: 4 }, 0));
  expect(draws({ seed: 3 }, 0)).not.toEqual(draws({ seed: 3 }, 40));
  expect(draws({ seed: 3 }, 0)).not.toEqual(draws({ seed: 3 + 2 ** 32 }, 0));
});

test("of equally likely tokens greedy choice takes the first", () => {
  expect(pick({ ...SETTINGS, temperature: 0 })).toBe(2);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])("logits of %d are a fault of the engine", (logit) => {
  const picker = new TokenPicker(3);
  const logprobs = Float32Array.from(logSoftmax([0, logit, 1]));
  const distribution = { logprobs, probabilities: logprobs.map(Math.exp) };
  expect(() => picker.pick(distribution, { settings: SETTINGS, position: 0, constraint: undefined })).toThrow(
    EngineFault,
  );
});

function pick(
  settings: SamplingSettings,
  constraint?: TokenConstraint,
  logits: readonly number[] = LOGITS,
  position = 0,
): number {
  return pickerOf(settings, constraint, logits)(position);
}

function pickerOf(
  settings: SamplingSettings,
  constraint: TokenConstraint | undefined,
  logits: readonly number[],
): (position: number) => number {
  const heated = logSoftmax(logits.map((logit) => logit / (settings.temperature || 1)));
  const distribution = {
    logprobs: Float32Array.from(logSoftmax(logits)),
    probabilities: Float32Array.from(heated.map(Math.exp)),
  };
  const picker = new TokenPicker(logits.length);
  return (position) => picker.pick(distribution, { settings, position, constraint });
}

/** Draws 20,000 tokens and compares their frequencies with the plain formula by Pearson's χ². */
function expectFrequencies(settings: SamplingSettings, constraint?: TokenConstraint): void {
  const draws = 20_000;
  const filtered = plainProbabilities(LOGITS, settings);
  const allowed = filtered.map((probability, id) => (!constraint || constraint.allows(id) ? probability : 0));
  const total = allowed.reduce((a, b) => a + b, 0);
  const counts = LOGITS.map(() => 0);
  const pickAt = pickerOf(settings, constraint, LOGITS);
  for (let position = 0; position < draws; position++) {
    const id = pickAt(position);
    counts[id] = (counts[id] ?? 0) + 1;
  }
  let chiSquare = 0;
  let freedom = -1;
  for (const [id, probability] of allowed.entries()) {
    const expected = (probability / total) * draws;
    const count = counts[id] ?? 0;
    if (expected === 0) expect(count).toBe(0);
    // The rule of thumb for χ²: classes of less than five are not compared.
    if (expected < 5) continue;
    chiSquare += (count - expected) ** 2 / expected;
    freedom += 1;
  }
  expect(chiSquare).toBeLessThan(CHI_SQUARE[freedom] ?? 0);
}

/** Bias, temperature and filters written out in float64, by sorting. */
function plainProbabilities(logits: readonly number[], settings: SamplingSettings): number[] {
  const { temperature, logitBias, topK, topP, minP } = settings;
  const heated = logSoftmax(logits.map((logit, id) => (logit + (logitBias.get(id) ?? 0)) / temperature));
  const probabilities = [...heated.map(Math.exp)];
  let ranked = [...probabilities.keys()].sort(
    (a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0) || a - b,
  );
  if (topK > 0) ranked = ranked.slice(0, topK);
  const sum = (ids: readonly number[]) => ids.reduce((total, id) => total + (probabilities[id] ?? 0), 0);
  const enough = ranked.findIndex((_, rank) => sum(ranked.slice(0, rank + 1)) >= topP * sum(ranked) - 1e-9);
  if (topP < 1) ranked = ranked.slice(0, enough + 1);
  ranked = ranked.filter(
    (id) => (probabilities[id] ?? 0) >= minP * (probabilities[ranked[0] ?? 0] ?? 0) - 1e-9,
  );
  const kept = new Set(ranked);
  return probabilities.map((probability, id) => (kept.has(id) ? probability / sum(ranked) : 0));
}
