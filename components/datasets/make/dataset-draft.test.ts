import { expect, test } from "vitest";
import type { AnnotationField, FieldInput } from "#components/queues/parts/annotation-field.ts";
import { approvals, draftFaults, firstDraft, kindOf, recipeOf, usesOf, withUse } from "./dataset-draft.ts";

const field = (name: string, input: FieldInput): AnnotationField => ({
  ref: `weave:///acme/support/object/${name}:v0`,
  objectId: name,
  name,
  description: "",
  input,
});
const NOTE = field("note", { kind: "text", maxLength: null });
const GOOD = field("good", { kind: "boolean" });
const STARS = field("stars", { kind: "integer", min: 1, max: 5 });
const QUEUE = { name: "Support, week 12", kind: "single" };

test("a queue offers the uses that its questions allow, and a first draft that can be sent", () => {
  expect(usesOf(QUEUE, [NOTE])).toEqual(["corrections", "corrected"]);
  expect(usesOf(QUEUE, [NOTE, GOOD])).toEqual(["labels", "approved", "corrections", "corrected"]);
  expect(usesOf({ kind: "pairwise" }, [GOOD])).toEqual(["pairs"]);
  const draft = firstDraft(QUEUE, [NOTE, GOOD]);
  expect(draft).toMatchObject({ name: "support-week-12", use: "labels", field: GOOD.ref });
  expect(draftFaults(draft)).toEqual({});
  expect(kindOf("labels")).toBe("sft");
  expect(kindOf("corrected")).toBe("preference");
});

test("a draft becomes a recipe; what its use does not know is left out", () => {
  const draft = { ...firstDraft(QUEUE, [STARS]), heldOut: "0" };
  expect(recipeOf(draft, "q", [STARS])).toMatchObject({
    sources: [{ queueId: "q", use: "labels", field: STARS.ref, consensus: { rule: "majority" } }],
    split: { heldOut: 0, seed: 1 },
  });
  expect(recipeOf(withUse(draft, "approved", [STARS]), "q", [STARS])?.sources).toMatchObject([
    { use: "approved", keepIf: { gte: 5 } },
  ]);
  expect(recipeOf(withUse(draft, "corrections", [STARS]), "q", [STARS])?.sources).toEqual([
    { kind: "queue", queueId: "q", use: "corrections" },
  ]);
});

test("what is missing or wrong is said at its field, and makes no recipe", () => {
  const draft = firstDraft(QUEUE, [GOOD]);
  expect(draftFaults({ ...draft, name: "two words" }).name).toContain("Use letters");
  for (const heldOut of ["", "91", "-1", "some"]) {
    expect(draftFaults({ ...draft, heldOut }).heldOut).toContain("0 to 90");
    expect(recipeOf({ ...draft, heldOut }, "q", [GOOD])).toBeNull();
  }
  expect(recipeOf({ ...draft, field: null }, "q", [GOOD])).toBeNull();
});

test("answers are approved by a value, or by a number and all above it", () => {
  expect(approvals(GOOD).map(({ label }) => label)).toEqual(["Yes", "No"]);
  expect(approvals(STARS).map(({ label }) => label)).toEqual([
    "5 or more",
    "4 or more",
    "3 or more",
    "2 or more",
    "1 or more",
  ]);
  expect(approvals(NOTE)).toEqual([]);
});
