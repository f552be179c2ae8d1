import { expect, test } from "vitest";
import { saysHeldOut, splitNamed, splitOfPath } from "./row-shapes.ts";

test.each([
  ["data/train-00000-of-00001.parquet", "train"],
  ["data/test-00000-of-00001.parquet", "held_out"],
  ["my.validation.jsonl", "held_out"],
  ["held_out.csv", "held_out"],
  ["test/rows.jsonl", "held_out"],
  ["latest/contest.jsonl", null],
  ["rows.jsonl", null],
  ["data/holdout.jsonl", "held_out"],
  ["data/hold-out.jsonl", "held_out"],
  // A dataset's own name may hold such words; what an export adds to it says more, and else the last word does.
  ["train-set v0 held_out.openai.jsonl", "held_out"],
  ["train-set v0 train.openai.jsonl", "train"],
  ["dev-faq v12 train.openai.jsonl", "train"],
  ["dev-faq v12 held_out.openai.jsonl", "held_out"],
  ["held-out-faq v0 train.openai.jsonl", "train"],
  ["a v1 train.b v0 held_out.openai.jsonl", "held_out"],
  ["dev-faq%20v0%20train.openai.jsonl", "train"],
  ["exports/train-set_v0_held_out.openai (1).jsonl", "held_out"],
  ["test/dev-faq v0 train.openai.jsonl.gz", "train"],
  ["dev-faq v0 train.csv", "train"],
  ["train-set held out.jsonl", "held_out"],
  ["train-set.dev.jsonl", "held_out"],
  ["dev-set-train.jsonl", "train"],
  ["test-train-00000-of-00001.parquet", "train"],
  // In just these words it says so whatever comes after them.
  ["held_out of train.jsonl", "held_out"],
])("the path %s says the split %s", (path, split) => {
  expect(splitOfPath(path)).toBe(split);
});

test("other programs call the parts by other names", () => {
  for (const word of [
    "holdout",
    "hold-out",
    "Test_Set",
    "testset",
    "validation set",
    "dev-split",
    "held_out_rows",
  ])
    expect([word, splitNamed(word)]).toEqual([word, "held_out"]);
  for (const word of ["train_set", "Training Data"]) expect(splitNamed(word)).toBe("train");
  expect(["Train", "TEST", "held out", "dev", "other", 1].map(splitNamed)).toEqual([
    "train",
    "held_out",
    "held_out",
    "held_out",
    null,
    null,
  ]);
});

test.each([
  ["x v0 held_out.openai.jsonl", true],
  ["data/held-out.csv", true],
  ["held-out-faq v0 held_out.openai.jsonl", true],
  ["held-out-faq v0 train.openai.jsonl", false],
  ["held-out-faq.jsonl", true],
  ["test.jsonl", false],
])("alone, the file %s says that it is held out: %s", (name, says) => {
  expect(saysHeldOut(name)).toBe(says);
});
