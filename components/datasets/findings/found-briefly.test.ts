import { expect, test } from "vitest";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { foundBriefly } from "./found-briefly.ts";

type Counts = Partial<Pick<DatasetVersion["counts"], "notes" | "secrets" | "conflicts">>;

/** A version of a file's rows. */
function found(counts: Counts) {
  const recipe = {
    sources: [{ kind: "upload" }],
    prompt: { turns: "before" },
    secrets: { action: "report" },
  };
  const version = {
    number: 3,
    kind: "sft",
    recipe,
    counts: { notes: {}, secrets: {}, conflicts: null, ...counts },
  };
  return foundBriefly(version as unknown as DatasetVersion);
}

test("what a build found is one sentence, with the way to those rows where they are of one sort", () => {
  expect(found({})).toBeNull();
  expect(found({ notes: { key: 3, card: 1 } })).toEqual({
    words: "3 rows hold what looks like a key, 1 a card number.",
    search: "version=v3&note=secret",
  });
  expect(found({ conflicts: { prompts: 1, rows: 2 } })).toEqual({
    words: "1 prompt has different answers.",
    search: "version=v3&conflict=1",
  });
  expect(found({ notes: { key: 1, empty_answer: 2 }, conflicts: { prompts: 1, rows: 2 } })).toEqual({
    words: "1 row holds what looks like a key; 1 prompt has different answers; 2 rows teach an empty answer.",
    search: "version=v3",
  });
});
