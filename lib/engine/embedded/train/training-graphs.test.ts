import { describe, expect, test } from "vitest";
import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import { type Adapter, initialAdapter } from "../model/adapter.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import { type Parameters, PROJECTIONS } from "../model/parameters.ts";
import { ropeTables } from "../model/rope-tables.ts";
import { type PlainParameters, plainEntropies, plainLogprobs } from "../testing/plain-decoder.ts";
import { type Fed, runGraph } from "../testing/run-graph.ts";
import { FAMILIES, livelyParameters, smallConfig, someTokens } from "../testing/small-decoder.ts";
import {
  gradientGraph,
  gradientName,
  lowRankNames,
  scoreGraph,
  sumName,
  trainedShapes,
} from "./training-graphs.ts";

const LENGTH = 9;

describe.each(FAMILIES)("a decoder like %s", (_, config) => {
  const parameters = livelyParameters(config, 5);
  const tokens = someTokens(config, { length: LENGTH, seed: 6 });

  test("gives the log-probabilities and entropies of the slow decoder", async () => {
    const size = [LENGTH - 1, 1];
    const found = await runGraph(
      scoreGraph({ config, adapter: null }),
      feeds(config, { parameters, tokens }),
      {
        logprobs: size,
        entropies: size,
      },
    );
    expectClose(found.get("logprobs"), plainLogprobs(parameters, config, tokens).slice(1), 1e-5);
    expectClose(found.get("entropies"), plainEntropies(parameters, config, tokens).slice(1), 1e-5);
  });

  test("gives every parameter the gradient that finite differences give", async () => {
    const coefficients = someCoefficients(LENGTH - 1);
    const shapes = trainedShapes(config, null);
    const found = await gradients(config, null, { parameters, tokens, coefficients });
    const loss = (changed: PlainParameters) => plainLoss(changed, config, { tokens, coefficients });
    expect(found.size).toBe(shapes.size);
    for (const [name, gradient] of found) expectSlopes({ name, gradient, parameters, loss });
  });

  test("gives every tensor of an adapter on all projections the gradient that finite differences give", async () => {
    const coefficients = someCoefficients(LENGTH - 1);
    const adapter = livelyAdapter(config);
    const found = await gradients(config, adapter, { parameters, tokens, coefficients });
    expect(found.size).toBe(2 * config.layers * PROJECTIONS.length);
    const pairs = adapterTensors(adapter);
    const loss = (changed: PlainParameters) =>
      plainLoss(mergedPlainly(parameters, adapter, changed), config, { tokens, coefficients });
    for (const [name, gradient] of found) expectSlopes({ name, gradient, parameters: pairs, loss });
  });
});

test("an adapter on one projection gets the same gradient as where all have one", async () => {
  const config = smallConfig();
  const parameters = livelyParameters(config, 5);
  const tokens = someTokens(config, { length: LENGTH, seed: 6 });
  const coefficients = someCoefficients(LENGTH - 1);
  const settings = { rank: 2, alpha: 4, seed: 3 };
  for (const target of PROJECTIONS) {
    const one = initialAdapter(config, { ...settings, targets: [target] });
    const all = initialAdapter(config, { ...settings, targets: PROJECTIONS });
    const [narrow, wide] = await Promise.all(
      [one, all].map((adapter) => gradients(config, adapter, { parameters, tokens, coefficients })),
    );
    expect(narrow?.size).toBe(2 * config.layers);
    for (const [name, gradient] of narrow ?? []) expectClose(gradient, wide?.get(name) ?? [], 1e-5);
  }
});

test("a gradient that accumulates is what was fed plus the gradient, to the bit", async () => {
  const config = smallConfig();
  const parameters = livelyParameters(config, 5);
  const tokens = someTokens(config, { length: LENGTH, seed: 6 });
  const coefficients = someCoefficients(LENGTH - 1);
  const alone = await gradients(config, null, { parameters, tokens, coefficients });
  const fed = Object.fromEntries([...parameters].map(([name, tensor]) => [sumName(name), tensor]));
  const size = [LENGTH - 1, 1];
  const found = await runGraph(
    gradientGraph({ config, adapter: null, accumulates: true }),
    {
      ...feeds(config, { parameters, tokens }),
      ...fed,
      coefficients: { shape: size, data: coefficients },
    },
    {
      logprobs: size,
      ...Object.fromEntries([...parameters].map(([name, { shape }]) => [gradientName(name), shape])),
    },
  );
  for (const [name, gradient] of alone) {
    const start = parameters.get(name)?.data ?? [];
    const sum = gradient.map((value, index) => (start[index] ?? 0) + value);
    expect(found.get(gradientName(name)), name).toEqual(sum);
  }
});

type Run = {
  readonly parameters: Parameters;
  readonly tokens: readonly number[];
  readonly coefficients: Float32Array;
};

async function gradients(
  config: DecoderConfig,
  adapter: Adapter | null,
  { parameters, tokens, coefficients }: Run,
): Promise<Map<string, Float32Array>> {
  const size = [tokens.length - 1, 1];
  const shapes = trainedShapes(config, adapter);
  const fed = feeds(config, { parameters, tokens });
  const found = await runGraph(
    gradientGraph({ config, adapter }),
    {
      ...fed,
      ...(adapter ? Object.fromEntries(adapterTensors(adapter)) : {}),
      coefficients: { shape: size, data: coefficients },
    },
    {
      logprobs: size,
      ...Object.fromEntries([...shapes].map(([name, shape]) => [gradientName(name), shape])),
    },
  );
  return new Map(
    [...shapes.keys()].map((name) => [name, found.get(gradientName(name)) ?? new Float32Array()]),
  );
}

function feeds(
  config: DecoderConfig,
  { parameters, tokens }: Pick<Run, "parameters" | "tokens">,
): Record<string, Fed> {
  const length = tokens.length - 1;
  const { cos, sin } = ropeTables(config, length);
  const half = config.headWidth / 2;
  return {
    ...Object.fromEntries(parameters),
    ids: { shape: [1, length], data: Int32Array.from(tokens.slice(0, -1)) },
    targets: { shape: [1, length], data: Int32Array.from(tokens.slice(1)) },
    starts: { shape: [1, length], data: new Int32Array(length) },
    cos: { shape: [length, half], data: cos },
    sin: { shape: [length, half], data: sin },
  };
}

function someCoefficients(length: number): Float32Array {
  const random = randomNumbers(7, "coefficients");
  return Float32Array.from({ length }, () => 2 * random() - 1);
}

/** −Σ c·logprob in float64. */
function plainLoss(
  parameters: PlainParameters,
  config: DecoderConfig,
  { tokens, coefficients }: Omit<Run, "parameters">,
): number {
  const logprobs = plainLogprobs(parameters, config, tokens);
  return coefficients.reduce((loss, coefficient, t) => loss - coefficient * (logprobs[t + 1] ?? 0), 0);
}

/** Both matrices of each pair are drawn, so that each has a gradient. */
function livelyAdapter(config: DecoderConfig): Adapter {
  const adapter = initialAdapter(config, { rank: 2, alpha: 3, targets: PROJECTIONS, seed: 11 });
  for (const [name, { b }] of adapter.pairs) {
    const random = randomNumbers(11, `${name}.lora_B`);
    for (const i of b.data.keys()) b.data[i] = random() - 0.5;
  }
  return adapter;
}

function adapterTensors(adapter: Adapter): Parameters {
  const entries = [...adapter.pairs].flatMap(([projection, { a, b }]) => {
    const names = lowRankNames(projection);
    return [[names.a, a] as const, [names.b, b] as const];
  });
  return new Map(entries);
}

/** W + α/rank · B·A in float64. */
function mergedPlainly(parameters: Parameters, adapter: Adapter, tensors: PlainParameters): PlainParameters {
  const merged = new Map<string, { data: ArrayLike<number> }>(parameters);
  for (const [projection, { a, b }] of adapter.pairs) {
    const [outputs = 0, rank = 0] = b.shape;
    const inputs = a.shape[1] ?? 0;
    const names = lowRankNames(projection);
    const [aNow, bNow] = [tensors.get(names.a)?.data ?? [], tensors.get(names.b)?.data ?? []];
    const data = Float64Array.from(parameters.get(`${projection}.weight`)?.data ?? []);
    for (let out = 0; out < outputs; out++)
      for (let i = 0; i < inputs; i++)
        for (let r = 0; r < rank; r++)
          data[out * inputs + i] =
            (data[out * inputs + i] ?? 0) +
            (adapter.alpha / rank) * (bNow[out * rank + r] ?? 0) * (aNow[r * inputs + i] ?? 0);
    merged.set(`${projection}.weight`, { data });
  }
  return merged;
}

/** Compares a gradient with central differences in float64, at its largest and some other elements. */
function expectSlopes({
  name,
  gradient,
  parameters,
  loss,
}: {
  name: string;
  gradient: Float32Array;
  parameters: Parameters;
  loss: (parameters: PlainParameters) => number;
}): void {
  const largest = gradient.reduce(
    (best, value, i) => (Math.abs(value) > Math.abs(gradient[best] ?? 0) ? i : best),
    0,
  );
  const chosen = new Set([0, largest, gradient.length >> 1, gradient.length - 1]);
  expect(Math.abs(gradient[largest] ?? 0), `${name} has a gradient`).toBeGreaterThan(0);
  const step = 1e-4;
  for (const index of chosen) {
    const at = (change: number) => {
      const data = Float64Array.from(parameters.get(name)?.data ?? []);
      data[index] = (data[index] ?? 0) + change;
      return loss(new Map<string, { data: ArrayLike<number> }>(parameters).set(name, { data }));
    };
    const slope = (at(step) - at(-step)) / (2 * step);
    const allowed = 2e-5 * (1 + Math.abs(gradient[largest] ?? 0));
    expect(Math.abs((gradient[index] ?? Number.NaN) - slope), `${name}[${index}], ${slope}`).toBeLessThan(
      allowed,
    );
  }
}

function expectClose(found: Float32Array | undefined, expected: ArrayLike<number>, tolerance: number): void {
  expect(found?.length).toBe(expected.length);
  for (const [i, value] of (found ?? []).entries())
    expect(Math.abs(value - (expected[i] ?? Number.NaN)), `element ${i}`).toBeLessThan(tolerance);
}
