import { expect, test } from "vitest";
import type { AnnotationField, FieldInput } from "#components/queues/parts/annotation-field.ts";
import { approvals } from "./approvals.ts";
import { draftFaults, firstDraft, firstJudgeDraft, rulesFor, withKind, withTaking } from "./dataset-draft.ts";
import { recipeOf, recipeWith, sourceOf } from "./draft-recipe.ts";
import { filteredOrigin, namedOrigin } from "./list-origin.ts";
import { kindsOf, type Origin, takingsOf } from "./origin.ts";

const field = (name: string, input: FieldInput): AnnotationField => ({
  ref: `weave:///acme/support/object/${name}:v0`,
  objectId: name,
  name,
  description: "",
  input,
});
const NOTE = field("note", { kind: "text", maxLength: null });
const GOOD = field("good", { kind: "boolean" });
const TOPIC = field("topic", { kind: "choice", options: [{ value: "refund", help: "" }] });
const STARS = field("stars", { kind: "integer", min: 1, max: 5 });

function ofQueue(fields: AnnotationField[], kind: "single" | "pairwise" = "single"): Origin {
  return { kind: "queue", queue: { id: "q", name: "Support, week 12", description: "", kind }, fields };
}

test("a queue offers the uses that its questions allow, and a first draft that can be sent", () => {
  expect(takingsOf(ofQueue([NOTE]), "sft")).toEqual(["corrections"]);
  // Yes, no and numbers judge an answer; a choice may name what the question is about.
  expect(takingsOf(ofQueue([NOTE, GOOD]), "sft")).toEqual(["approved", "labels", "corrections", "judge"]);
  expect(takingsOf(ofQueue([STARS]), "sft")).toEqual(["approved", "labels", "corrections", "judge"]);
  expect(takingsOf(ofQueue([GOOD, TOPIC]), "sft")).toEqual(["labels", "approved", "corrections", "judge"]);
  expect(takingsOf(ofQueue([NOTE]), "prompts")).toEqual(["questions", "corrections"]);
  expect(kindsOf(ofQueue([NOTE]))).toEqual(["sft", "preference", "prompts", "eval"]);
  expect(kindsOf(ofQueue([STARS]))).toEqual(["sft", "preference", "kto", "reward", "prompts", "eval"]);
  expect(kindsOf(ofQueue([GOOD], "pairwise"))).toEqual(["preference"]);
  expect(firstDraft(ofQueue([GOOD], "pairwise"))).toMatchObject({ kind: "preference", taking: "pairs" });
  const draft = firstDraft(ofQueue([NOTE, GOOD]));
  expect(draft).toMatchObject({ name: "support-week-12", kind: "sft", taking: "approved", field: GOOD.ref });
  expect(draftFaults(draft)).toEqual({});
  const prompts = withKind(
    withTaking(draft, "corrections", ofQueue([NOTE, GOOD])),
    "prompts",
    ofQueue([NOTE, GOOD]),
  );
  expect(prompts.taking).toBe("corrections");
  expect(withKind(draft, "preference", ofQueue([NOTE, GOOD])).taking).toBe("corrected");
});

test("a judge's draft asks in words that name each value, and cannot be sent without a question", () => {
  const origin = ofQueue([STARS]);
  const draft = firstJudgeDraft(origin);
  expect(draft).toMatchObject({
    ...{ name: "support-week-12-judge", kind: "sft", taking: "judge", field: STARS.ref },
    question: "stars? Answer with one of: 1, 2, 3, 4, 5.",
  });
  expect(recipeOf(draft, origin)?.sources).toMatchObject([{ use: "judge", question: draft.question }]);
  expect(recipeOf({ ...draft, question: " " }, origin)).toBeNull();
  expect(firstJudgeDraft(ofQueue([GOOD])).question).toBe("good? Answer with one of: true, false.");
});

test("a draft becomes a recipe; what its use does not know is left out", () => {
  const origin = ofQueue([STARS]);
  const draft = { ...withTaking(firstDraft(origin), "labels", origin), heldOut: "0", minAnswers: "2" };
  expect(recipeOf(draft, origin)).toMatchObject({
    sources: [
      {
        queueId: "q",
        use: "labels",
        field: STARS.ref,
        consensus: { rule: "majority", minAnswers: 2 },
      },
    ],
    weights: "none",
    dedupe: { exact: true },
    secrets: { action: "report" },
    split: { heldOut: 0, seed: 1 },
  });
  expect(recipeOf(withTaking(draft, "approved", origin), origin)?.sources).toMatchObject([
    { use: "approved", keepIf: { gte: 5 } },
  ]);
  expect(recipeOf(withTaking(draft, "corrections", origin), origin)?.sources).toEqual([
    { kind: "queue", queueId: "q", use: "corrections" },
  ]);
});

test("people are weighed where values can be probable, and rows are then as heavy as their value", () => {
  const origin = ofQueue([GOOD, STARS]);
  const labels = withTaking(firstDraft(origin), "labels", origin);
  const draft = { ...labels, rule: "weighted" as const, isNearDropped: true };
  expect(recipeOf({ ...draft, replyTemplate: "It is {{value}}", secrets: "mask" }, origin)).toMatchObject({
    sources: [{ consensus: { rule: "weighted" }, replyTemplate: "It is {{value}}" }],
    weights: "posterior",
    dedupe: { near: 0.9 },
    secrets: { action: "mask" },
  });
  expect(rulesFor({ taking: "labels", kind: "sft" }, origin, STARS.ref)).not.toContain("weighted");
  expect(rulesFor({ taking: "votes", kind: "preference" }, namedOrFail(["a"]), null)).not.toContain(
    "decided",
  );
});

test("what is missing or wrong is said at its field, and makes no recipe", () => {
  const origin = ofQueue([GOOD]);
  const draft = withTaking(firstDraft(origin), "labels", origin);
  expect(draftFaults({ ...draft, name: "two words" }).name).toContain("Use letters");
  for (const heldOut of ["", "91", "-1", "some"]) {
    expect(draftFaults({ ...draft, heldOut }).heldOut).toContain("0 to 90");
    expect(recipeOf({ ...draft, heldOut }, origin)).toBeNull();
  }
  for (const wrong of [{ minAnswers: "0" }, { minAnswers: "two" }, { replyTemplate: "always this" }])
    expect(recipeOf({ ...draft, ...wrong }, origin)).toBeNull();
  expect(recipeOf({ ...draft, field: null }, origin)).toBeNull();
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

function namedOrFail(ids: string[]): Origin {
  const origin = namedOrigin("calls", ids);
  if (typeof origin === "string") throw new Error(origin);
  return origin;
}

test("a list gives what it has selected, what its filter keeps, or everything", () => {
  const selected = namedOrFail(["a", "b"]);
  expect(selected).toMatchObject({ words: "2 selected calls" });
  const draft = firstDraft(selected);
  expect(sourceOf(draft, selected)).toEqual({ kind: "calls", filter: { callIds: ["a", "b"] } });
  expect(sourceOf(withTaking(draft, "liked", selected), selected)).toMatchObject({
    kind: "calls",
    feedback: { reaction: "👍", consensus: { rule: "majority" } },
  });
  expect(recipeOf(withTaking(draft, "corrected", selected), selected)?.sources).toMatchObject([
    { kind: "feedback", use: "corrected", filter: { callIds: ["a", "b"] } },
  ]);
  expect(recipeOf(withTaking(draft, "votes", selected), selected)?.sources).toMatchObject([
    { kind: "votes" },
  ]);
  const all = filteredOrigin("feedback", { filter: {} }, "all feedback");
  expect(recipeOf(firstDraft(all), all)?.sources).toMatchObject([
    { kind: "feedback", use: "approved", reaction: "👍", query: { $expr: {} } },
  ]);
  const threads = namedOrigin("threads", ["t"]);
  if (typeof threads === "string") throw new Error(threads);
  expect(sourceOf(firstDraft(threads), threads)).toMatchObject({ kind: "threads" });
  expect(sourceOf(withKind(firstDraft(threads), "prompts", threads), threads)).toEqual({
    kind: "calls",
    filter: { threadIds: ["t"] },
  });
  expect(namedOrigin("threads", Array(1001).fill("t"))).toContain("at most 1,000 threads");
});

test("ratings name the good value, where no number says it by itself, and evaluation is left out unless it is not", () => {
  const origin = ofQueue([STARS]);
  const good = withKind(firstDraft(origin), "kto", origin);
  expect(sourceOf({ ...good, approval: "4" }, origin)).toMatchObject({
    use: "ratings",
    goodIf: { gte: 4 },
    consensus: { rule: "majority" },
  });
  const worth = withKind(good, "reward", origin);
  expect(sourceOf(worth, origin)).toMatchObject({ use: "ratings", field: STARS.ref });
  expect(sourceOf(worth, origin)).not.toHaveProperty("goodIf");
  expect(recipeOf(good, origin)?.evalGuard).toBe(true);
  expect(recipeOf({ ...good, isGuarded: false }, origin)?.evalGuard).toBe(false);
  const calls = namedOrFail(["a"]);
  expect(sourceOf(withKind(firstDraft(calls), "kto", calls), calls)).toMatchObject({
    kind: "feedback",
    use: "ratings",
    reaction: "👍",
  });
});

test("a file gives its rows, taken for what they look like", () => {
  const file: Origin = { kind: "upload", fileId: "f", filename: "Talks, May.jsonl", holds: "preference" };
  const draft = firstDraft(file);
  expect(draft.name).toBe("talks-may");
  expect(draft.kind).toBe("preference");
  expect(recipeOf(draft, file)?.sources).toEqual([{ kind: "upload", fileId: "f" }]);
});

test("a source goes into a recipe that is there once", () => {
  const origin = ofQueue([GOOD]);
  const draft = firstDraft(origin);
  const recipe = recipeOf(draft, origin);
  const [source] = recipe?.sources ?? [];
  if (!recipe || !source) throw new Error("The first draft is no recipe");
  expect(recipeWith(recipe, source)).toEqual({ recipe, isTaken: true });
  const more = sourceOf(withTaking(draft, "labels", origin), origin);
  expect(more && recipeWith(recipe, more).recipe.sources).toHaveLength(2);
});
