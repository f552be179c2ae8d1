import { expect } from "vitest";
import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import { Graph, type Value } from "../graph/graph.ts";
import { Tape } from "../graph/tape.ts";
import { type Fed, runGraph } from "./run-graph.ts";

/** An operation, and the same written out in float64. */
export type CheckedOperation = {
  /** The shapes of what is differentiated; the numbers are drawn. */
  readonly shapes: Readonly<Record<string, readonly number[]>>;
  /** What is fed besides, such as indices. */
  readonly constants?: Readonly<Record<string, Fed>>;
  readonly outputShape: readonly number[];
  readonly build: (tape: Tape, of: (name: string) => Value) => Value;
  readonly plain: (of: (name: string) => Float64Array) => ArrayLike<number>;
};

/**
 * Compares the operation's values with those written out, and its gradients with central differences of the latter, for a random weighting
 * of its outputs. Also that the same gradients come where only one of the inputs is watched.
 */
export async function expectRightOperation(operation: CheckedOperation): Promise<void> {
  const inputs = drawInputs(operation.shapes);
  const weighting = drawNumbers("weighting", sizeOf(operation.outputShape));
  const names = Object.keys(operation.shapes);
  const run = (watched: readonly string[]) => runOperation(operation, { inputs, weighting, watched });
  const found = await run(names);
  const plain = (values: ReadonlyMap<string, Float64Array>) =>
    operation.plain((name) => required(values, name));
  const values = new Map([...inputs].map(([name, data]) => [name, Float64Array.from(data)]));
  expectNear(found.get("output"), plain(values), "output");
  for (const name of names) {
    const slopes = required(values, name).map((_, index) =>
      slopeAt({ plain, values, weighting }, name, index),
    );
    expectNear(found.get(name), slopes, `gradient of ${name}`);
    expectNear((await run([name])).get(name), slopes, `gradient of ${name} alone`);
  }
}

const STEP = 1e-5;
const TOLERANCE = 2e-5;

async function runOperation(
  operation: CheckedOperation,
  run: { inputs: ReadonlyMap<string, Float32Array>; weighting: Float32Array; watched: readonly string[] },
): Promise<Map<string, Float32Array>> {
  const tape = new Tape(new Graph());
  const { graph } = tape;
  const fed: Record<string, Fed> = {
    ...operation.constants,
    weighting: { shape: operation.outputShape, data: run.weighting },
  };
  const values = new Map<string, Value>();
  for (const [name, shape] of Object.entries(operation.shapes)) {
    fed[name] = { shape, data: required(run.inputs, name) };
    const value = graph.input(name, "float32", shape);
    values.set(name, run.watched.includes(name) ? tape.watch(value) : value);
  }
  for (const [name, { shape, data }] of Object.entries(operation.constants ?? {}))
    values.set(name, graph.input(name, data instanceof Int32Array ? "int32" : "float32", shape));
  const output = operation.build(tape, (name) => required(values, name));
  tape.reverse(output, graph.input("weighting", "float32", operation.outputShape));
  // A gradient may be the same value as another, or an input, but an output must be an operator's own.
  const read = (value: Value, name: string, shape: readonly number[]) =>
    graph.output(graph.op("Identity", [value]), name, "float32", shape);
  read(output, "read output", operation.outputShape);
  const shapes: Record<string, readonly number[]> = { "read output": operation.outputShape };
  for (const name of run.watched) {
    const shape = operation.shapes[name] ?? [];
    read(tape.gradientOf(required(values, name)), `read ${name}`, shape);
    shapes[`read ${name}`] = shape;
  }
  const results = await runGraph(graph, fed, shapes);
  return new Map([...results].map(([name, data]) => [name.slice("read ".length), data]));
}

type Written = {
  plain: (values: ReadonlyMap<string, Float64Array>) => ArrayLike<number>;
  values: ReadonlyMap<string, Float64Array>;
  weighting: Float32Array;
};

function slopeAt({ plain, values, weighting }: Written, name: string, index: number): number {
  const at = (change: number) => {
    const changed = required(values, name).slice();
    changed[index] = (changed[index] ?? 0) + change;
    const output = plain(new Map(values).set(name, changed));
    return weighting.reduce((sum, weight, i) => sum + weight * (output[i] ?? 0), 0);
  };
  return (at(STEP) - at(-STEP)) / (2 * STEP);
}

function drawInputs(shapes: CheckedOperation["shapes"]): Map<string, Float32Array> {
  return new Map(Object.entries(shapes).map(([name, shape]) => [name, drawNumbers(name, sizeOf(shape))]));
}

/** Within ±1, the same each time. */
function drawNumbers(name: string, length: number): Float32Array {
  const random = randomNumbers(1, name);
  return Float32Array.from({ length }, () => 2 * random() - 1);
}

function expectNear(found: ArrayLike<number> | undefined, expected: ArrayLike<number>, what: string): void {
  expect(found?.length, what).toBe(expected.length);
  const scale = 1 + Math.max(0, ...Array.from(expected, Math.abs));
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs((found?.[i] ?? Number.NaN) - (expected[i] ?? Number.NaN));
    expect(difference, `${what} at ${i}: ${found?.[i]}, not ${expected[i]}`).toBeLessThan(TOLERANCE * scale);
  }
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, axis) => size * axis, 1);
}

function required<T>(values: ReadonlyMap<string, T>, name: string): T {
  const value = values.get(name);
  if (value === undefined) throw new Error(`There is no ${name}`);
  return value;
}
