import { expect, test } from "vitest";
import { countModelLoss } from "./count-model.ts";
import { CHARACTERS, WordSource } from "./word-source.ts";

const HELD_CHARACTERS = 20_000;

test("the text is the same for the same number, another for another, and made of its characters alone", () => {
  const write = (number: number) => new WordSource(1).write(number, 2_000).text;

  expect(write(1)).toBe(write(1));
  expect(write(1)).not.toBe(write(2));
  expect([...new Set(write(1))].filter((character) => !CHARACTERS.includes(character))).toEqual([]);
});

test("the floor is the entropy of the draws, spread over the characters", () => {
  const weights = Array.from({ length: 10 }, (_, rank) => 1 / (rank + 1));
  const sum = weights.reduce((a, b) => a + b);
  const natsPerWord = weights.reduce((nats, weight) => nats - (weight / sum) * Math.log(weight / sum), 0);
  const { text, floor } = new WordSource(1).write(3, 200_000);

  expect(floor).toBeCloseTo((natsPerWord * (text.split(" ").length - 1)) / text.length, 2);
});

test("counting comes nearer to the floor the farther it looks back, and never below it", () => {
  const source = new WordSource(1);
  const trained = source.write(1, 100_000).text;
  const held = source.write(2, HELD_CHARACTERS);
  const losses = [0, 1, 2, 4].map((order) => countModelLoss(trained, held.text, order, CHARACTERS.length));

  expect([...losses].sort((a, b) => b - a)).toEqual(losses);
  expect(Math.min(...losses)).toBeGreaterThan(held.floor);
});

test("counting follows Witten and Bell's formula on a text that can be counted by hand", () => {
  // Behind "a" stood "b" three times: 3 of 4, and a quarter for what order 0 says, which is (3 + 2/2) of (6 + 2).
  const loss = countModelLoss("ababab", "ab", 1, 2);

  expect(loss).toBeCloseTo(-Math.log((3 + (3 + 2 / 2) / (6 + 2)) / 4), 12);
});
