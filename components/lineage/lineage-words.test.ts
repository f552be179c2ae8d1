import { expect, test } from "vitest";
import type { TracedNode } from "#lib/contract/datasets/lineage.ts";
import { groupsOf, nodeHref, nodeText, saidWords } from "./lineage-words.ts";

const PLACE = { entity: "acme", project: "shop" };
const NODE: TracedNode = {
  ...{ kind: "version", id: "v", name: "tone", ofId: "d", number: 3, state: null },
  ...{ answers: null, isDeleted: false, depth: 2 },
};
const COUNTS = {
  annotators: 1,
  answers: 16,
  rows: 12,
  rewards: 0,
  versions: 1,
  rlRounds: 0,
  jobs: 0,
  checkpoints: 0,
  aliases: 0,
  runs: 0,
};

test("what was reached stands by its kind with how many there are, and without the start", () => {
  const person: TracedNode = { ...NODE, kind: "annotator", id: "u", name: "Ida", ofId: null, number: null };
  const start: TracedNode = { ...NODE, kind: "checkpoint", depth: 0 };
  const groups = groupsOf([start, NODE, { ...person, answers: 16 }], { ...COUNTS, versions: 140 });
  expect(groups.map(({ title, total, nodes }) => [title, total, nodes.map(nodeText)])).toEqual([
    ["People", 1, ["Ida: 16 answers"]],
    ["Versions", 140, ["tone v3"]],
  ]);
  expect(saidWords(COUNTS)).toBe("16 answers in 12 rows");
  expect(saidWords({ ...COUNTS, answers: 0 })).toBeNull();
  expect(saidWords({ ...COUNTS, rewards: 5 })).toBe("16 answers in 12 rows and 5 rewards");
  expect(saidWords({ ...COUNTS, rows: 0, rewards: 1 })).toBe("16 answers in 1 reward");
});

test("each leads to its page, and what is gone leads nowhere", () => {
  const alias: TracedNode = { ...NODE, kind: "alias", id: "m/production", name: "production", ofId: "m" };
  expect(nodeHref(NODE, PLACE)).toBe("/projects/acme/shop/datasets/d");
  expect(nodeHref(alias, PLACE)).toBe("/projects/acme/shop/models/m?tab=aliases");
  const run: TracedNode = { ...NODE, kind: "run", id: "r", name: "Intents", ofId: "e" };
  expect(nodeHref(run, PLACE)).toBe("/projects/acme/shop/evaluations/e/runs/r");
  expect(nodeText(run)).toBe("Intents of step 3");
  const round: TracedNode = { ...NODE, kind: "rl_round", id: "r/3", name: "Politer", ofId: "r" };
  expect([nodeText(round), nodeHref(round, PLACE)]).toEqual([
    "Politer, round 3",
    "/projects/acme/shop/training/runs/r",
  ]);
  expect(nodeHref({ ...NODE, isDeleted: true }, PLACE)).toBeNull();
  expect(nodeText({ ...NODE, kind: "checkpoint", isDeleted: true })).toBe("tone step 3 (deleted)");
});
