import { expect, test } from "vitest";
import type { Recipe } from "#lib/contract/datasets/recipe.ts";
import { usualDataset } from "./teaches-judge.ts";

function aDataset(name: string, minute: number, use: string) {
  const recipe = { sources: [{ kind: "queue", use }] } as Pick<Recipe, "sources">;
  return { name, updatedAt: new Date(Date.UTC(2026, 10, 27, 12, minute)), recipe };
}

test("a judge made later is not what is trained by default, unless there is nothing else", () => {
  const [labels, corrections, judge] = [
    aDataset("labels", 1, "labels"),
    aDataset("corrections", 2, "corrections"),
    aDataset("judge", 3, "judge"),
  ];
  expect(usualDataset([judge, labels])).toBe(labels);
  expect(usualDataset([labels, judge, corrections])).toBe(corrections);
  expect(usualDataset([judge])).toBe(judge);
  expect(usualDataset([])).toBeUndefined();
});
