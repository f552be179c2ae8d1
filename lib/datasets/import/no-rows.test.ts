import { expect, test } from "vitest";
import { holdsNoRows, passedOverWords } from "./no-rows.ts";

test("what a folder of the Hub has beside its rows holds none, and any other file may", () => {
  const beside = [
    "README.md",
    "./.gitattributes",
    "a/.cache/x.json",
    "dataset_infos.json",
    "d/state.json",
    "load.py",
  ];
  expect([...beside, "LICENSE", "__MACOSX/rows.jsonl"].filter((name) => !holdsNoRows(name))).toEqual([]);
  const rows = ["rows.jsonl", "./data/train.parquet", "rows", "my.readme.csv", "states.json", "licenses.csv"];
  expect(rows.filter(holdsNoRows)).toEqual([]);
});

test("files that were passed over are named", () => {
  expect(passedOverWords([])).toBe(null);
  expect(passedOverWords(["README.md"])).toBe("README.md holds no rows and was passed over.");
  expect(passedOverWords(["README.md", "a.py", "b.py"])).toBe(
    "README.md, a.py and b.py hold no rows and were passed over.",
  );
});
