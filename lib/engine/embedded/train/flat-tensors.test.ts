import { expect, test } from "vitest";
import { FLAT_ROW, fillFlat, flatLayout, flatTensors } from "./flat-tensors.ts";

const LAYOUT = flatLayout(
  new Map([
    ["norm", [5]],
    ["matrix", [3, 7]],
    ["bias", [2]],
    ["large", [2, FLAT_ROW]],
  ]),
);

test("matrices come before vectors, each range in whole rows, and no tensor lies over another", () => {
  const flat = flatTensors(LAYOUT);
  for (const [name, { data }] of flat.tensors) data.fill(name.length);
  expect([LAYOUT.vectorsStart, LAYOUT.length]).toEqual([3 * FLAT_ROW, 4 * FLAT_ROW]);
  const count = (value: number, from: number, to: number) =>
    flat.data.subarray(from, to).filter((found) => found === value).length;
  expect(count("matrix".length, 0, LAYOUT.vectorsStart)).toBe(21);
  expect(count("large".length, 0, LAYOUT.vectorsStart)).toBe(2 * FLAT_ROW);
  expect(count("norm".length, LAYOUT.vectorsStart, LAYOUT.length)).toBe(7); // "bias" is as long a word
  expect(count(0, 0, LAYOUT.length)).toBe(4 * FLAT_ROW - 21 - 2 * FLAT_ROW - 7);
});

test("filling names the tensor that is missing or of another shape", () => {
  const given = flatTensors(LAYOUT).tensors;
  const without = new Map([...given].filter(([name]) => name !== "bias"));
  expect(() => fillFlat(flatTensors(LAYOUT), without)).toThrow("bias is missing; it should be [2]");
  const other = new Map(given).set("norm", { shape: [6], data: new Float32Array(6) });
  expect(() => fillFlat(flatTensors(LAYOUT), other)).toThrow("norm is [6]; it should be [5]");
});
