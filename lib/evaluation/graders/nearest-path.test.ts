import { expect, test } from "vitest";
import { nearestPath } from "./nearest-path.ts";

const item = {
  inputs: { question: "Where?", reference: "Here." },
  messages: [{ role: "user" }],
  answer: "A",
};

test.each([
  ["item.reference", "item.inputs.reference"],
  ["item.anser", "item.answer"],
  ["item.gold", "item.answer"],
])("for %s one writes %s", (path, meant) => {
  expect(nearestPath(path, { item })).toBe(meant);
});

test("where nothing is, nothing is meant, and depth and number are bounded", () => {
  expect(nearestPath("item.a", { item: {} })).toBeNull();
  let deep: unknown = "x";
  for (let n = 0; n < 10_000; n++) deep = { a: deep };
  expect(nearestPath("item.b", { item: deep })).toBe("item.a");
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`n${n}`, { text: "a" }]));
  expect(nearestPath("item.text", { item: wide })).toBe("item.n0");
});
