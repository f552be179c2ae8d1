import { expect, test } from "vitest";
import { sourceText } from "./source-text.ts";

const SOURCE = { fileId: null, datasetRef: null, name: null, rows: null, bytes: null, isAvailable: true };

test("data are described by their name, rows and size, as far as they are known", () => {
  expect(sourceText({ ...SOURCE, kind: "file", name: "a.jsonl", rows: 1, bytes: 2_000 })).toBe(
    "a.jsonl, 1 row, 2 kB",
  );
  expect(sourceText({ ...SOURCE, kind: "groups", rows: 3 })).toBe("trajectories in the request, 3 groups");
  expect(sourceText({ ...SOURCE, kind: "inline" })).toBe("rows in the request");
  expect(sourceText({ ...SOURCE, kind: "dataset", name: "intents:v3" })).toBe("dataset intents:v3");
  expect(sourceText({ ...SOURCE, kind: "file" })).toBe("a deleted file");
});
