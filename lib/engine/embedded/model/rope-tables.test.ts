import { expect, test } from "vitest";
import { smallConfig } from "../testing/small-decoder.ts";
import { ropeTables } from "./rope-tables.ts";

test("channel pair i turns by theta^(-2i / headWidth) for each position", () => {
  const { cos, sin } = ropeTables(smallConfig({ headWidth: 4, rope: { theta: 10_000, scaling: null } }), 3);
  expect([...cos]).toEqual([1, 1, Math.cos(1), Math.cos(0.01), Math.cos(2), Math.cos(0.02)].map(Math.fround));
  expect([...sin]).toEqual([0, 0, Math.sin(1), Math.sin(0.01), Math.sin(2), Math.sin(0.02)].map(Math.fround));
});

test("Llama 3.1's stretched context has the frequencies that its release has", () => {
  const scaling = {
    kind: "llama3",
    factor: 8,
    lowFrequencyFactor: 1,
    highFrequencyFactor: 4,
    originalContextLength: 8192,
  } as const;
  const { cos, sin } = ropeTables(smallConfig({ headWidth: 128, rope: { theta: 500_000, scaling } }), 2);
  const frequencyOf = (pair: number) => Math.atan2(sin[64 + pair] ?? 0, cos[64 + pair] ?? 0);
  const plain = (pair: number) => 500_000 ** (-pair / 64);
  // Wavelengths up to 2,048 stay, those over 8,192 are eight times as long: pairs 0–28 and 36–63.
  for (const pair of [0, 10, 28]) expect(frequencyOf(pair) / plain(pair)).toBeCloseTo(1, 5);
  for (const pair of [36, 50, 63]) expect(frequencyOf(pair) / plain(pair)).toBeCloseTo(1 / 8, 5);
  const between = [29, 30, 31, 32, 33, 34, 35].map((pair) => frequencyOf(pair) / plain(pair));
  expect(between).toEqual(between.toSorted((a, b) => b - a));
  // 8192 / (2π · 500000^(32/64)) = 1.8438 turns, of which (1.8438 − 1) / 3 = 0.28127 is kept: 0.28127 + 0.71873 / 8
  expect(between[3]).toBeCloseTo(0.37111, 4);
});
