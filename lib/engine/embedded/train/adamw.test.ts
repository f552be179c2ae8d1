import { expect, test } from "vitest";
import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import type { AdamWSettings } from "#lib/engine/port/port.ts";
import { AdamW } from "./adamw.ts";
import { flatLayout, flatTensors } from "./flat-tensors.ts";

const SHAPES = new Map([
  ["matrix", [37, 61]],
  ["vector", [29]],
  ["other matrix", [3, 5]],
]);
const SETTINGS: AdamWSettings = {
  learningRate: 0.01,
  beta1: 0.9,
  beta2: 0.99,
  epsilon: 1e-8,
  weightDecay: 0.1,
  maxGradNorm: 1,
};

test("six steps move every number as AdamW written out in float64 does, clipped and not, with decay on matrices alone", async () => {
  const { optimizer, parameters } = opened();
  const plain = plainAdamW(parameters.data);
  for (let step = 1; step <= 6; step++) {
    const gradient = drawn(`gradient ${step}`, step % 2 === 0 ? 0.001 : 3);
    const settings = { ...SETTINGS, learningRate: 0.01 / step };
    const expected = plain.step(gradient.data, settings, (index) => index < parameters.layout.vectorsStart);
    const norm = await optimizer.step(parameters.data, gradient.data, settings);
    expect(norm).toBeCloseTo(expected, 4);
    expect(norm > 1).toBe(step % 2 === 1);
  }
  const largest = Math.max(
    ...plain.parameters.map((value, i) => Math.abs(value - (parameters.data[i] ?? Number.NaN))),
  );
  expect(largest).toBeLessThan(2e-6);
  await optimizer.close();
});

test("a gradient that is not finite changes nothing", async () => {
  const { optimizer, parameters } = opened();
  const gradient = drawn("gradient", 1);
  await optimizer.step(parameters.data, gradient.data, SETTINGS);
  const before = [parameters.data, optimizer.firstMoments, optimizer.secondMoments].map((array) =>
    array.slice(),
  );
  gradient.data[5] = Number.NaN;
  expect(await optimizer.step(parameters.data, gradient.data, SETTINGS)).toBeNaN();
  gradient.data[5] = Number.POSITIVE_INFINITY;
  expect(await optimizer.step(parameters.data, gradient.data, SETTINGS)).toBe(Number.POSITIVE_INFINITY);
  expect([parameters.data, optimizer.firstMoments, optimizer.secondMoments]).toEqual(before);
  expect(optimizer.steps).toBe(1);
  await optimizer.close();
});

test("a gradient of zeros leaves weights without decay where they are", async () => {
  const { optimizer, parameters } = opened();
  const before = parameters.data.slice();
  const zeros = flatTensors(parameters.layout).data;
  expect(await optimizer.step(parameters.data, zeros, { ...SETTINGS, weightDecay: 0 })).toBe(0);
  expect(parameters.data).toEqual(before);
  await optimizer.close();
});

function opened() {
  const parameters = drawn("parameters", 1);
  return { parameters, optimizer: new AdamW(parameters.layout, 1) };
}

function drawn(name: string, scale: number) {
  const flat = flatTensors(flatLayout(SHAPES));
  for (const [tensor, { data }] of flat.tensors) {
    const random = randomNumbers(2, name + tensor);
    for (const i of data.keys()) data[i] = scale * (2 * random() - 1);
  }
  return flat;
}

/** The optimiser as its paper writes it, number by number. */
function plainAdamW(start: Float32Array) {
  const parameters = Float64Array.from(start);
  const m = new Float64Array(start.length);
  const v = new Float64Array(start.length);
  let steps = 0;
  const step = (
    gradient: Float32Array,
    settings: AdamWSettings,
    decays: (index: number) => boolean,
  ): number => {
    steps += 1;
    const norm = Math.sqrt(gradient.reduce((sum, g) => sum + g * g, 0));
    const clip = norm > settings.maxGradNorm ? settings.maxGradNorm / norm : 1;
    for (const i of parameters.keys()) {
      const g = clip * (gradient[i] ?? 0);
      m[i] = settings.beta1 * (m[i] ?? 0) + (1 - settings.beta1) * g;
      v[i] = settings.beta2 * (v[i] ?? 0) + (1 - settings.beta2) * g * g;
      const mean = (m[i] ?? 0) / (1 - settings.beta1 ** steps);
      const square = (v[i] ?? 0) / (1 - settings.beta2 ** steps);
      const decayed =
        (parameters[i] ?? 0) * (decays(i) ? 1 - settings.learningRate * settings.weightDecay : 1);
      parameters[i] = decayed - (settings.learningRate * mean) / (Math.sqrt(square) + settings.epsilon);
    }
    return norm;
  };
  return { parameters, step };
}
