import { expect, test } from "vitest";
import type { AnnotationField } from "#components/queues/annotation-field.ts";
import type { FeedbackRow } from "#lib/contract/feedback.ts";
import {
  asStored,
  type Draft,
  draftOf,
  emptyDraft,
  feedbackOf,
  flipReaction,
  hasAnswer,
  hasProblems,
  idsOf,
  problemsOf,
  reissued,
  setAnswer,
  setNote,
} from "./draft.ts";
import { parseDraft } from "./draft-store.ts";

const HELPFUL: AnnotationField = {
  ref: "weave:///acme/support/object/helpful:a1",
  objectId: "helpful",
  name: "Helpful?",
  description: "",
  input: { kind: "boolean" },
};
const SCORE: AnnotationField = {
  ref: "weave:///acme/support/object/score:b2",
  objectId: "score",
  name: "Score",
  description: "",
  input: { kind: "integer", min: 1, max: 5 },
};
const FIELDS = [HELPFUL, SCORE];
const ABOUT = {
  projectId: "acme/support",
  weaveRef: "weave:///acme/support/call/c1",
  queueId: "q1",
  creator: "Ada",
};

function answered(): Draft {
  const draft = setAnswer(setAnswer(emptyDraft(), HELPFUL.ref, "false"), SCORE.ref, "4");
  return flipReaction(setNote(draft, " Too long. "), "👍");
}

function sent(draft: Draft) {
  return feedbackOf(draft, FIELDS, ABOUT).map(({ id, feedbackType, payload, annotationRef }) => ({
    id,
    feedbackType,
    payload,
    annotationRef,
  }));
}

test("each filled field, the note and each reaction is one piece of feedback", () => {
  const draft = answered();
  expect(sent(draft)).toEqual([
    {
      id: draft.answers[HELPFUL.ref]?.id,
      feedbackType: "wandb.annotation.helpful",
      payload: { value: false },
      annotationRef: HELPFUL.ref,
    },
    {
      id: draft.answers[SCORE.ref]?.id,
      feedbackType: "wandb.annotation.score",
      payload: { value: 4 },
      annotationRef: SCORE.ref,
    },
    { id: draft.note.id, feedbackType: "wandb.note.1", payload: { note: "Too long." } },
    { id: draft.reactions[0]?.id, feedbackType: "wandb.reaction.1", payload: { emoji: "👍" } },
  ]);
  expect(feedbackOf(draft, FIELDS, ABOUT)[0]).toMatchObject(ABOUT);
});

test("fields without an answer are left out", () => {
  const draft = setAnswer(setAnswer(emptyDraft(), SCORE.ref, "3"), SCORE.ref, "");
  expect(sent(draft)).toEqual([]);
  expect(hasAnswer(draft, FIELDS)).toBe(false);
});

test("sending an unchanged draft again sends the same ids", () => {
  const draft = { ...answered(), isAttempted: true };
  const kept = parseDraft(JSON.stringify(draft));
  expect(kept && sent(kept)).toEqual(sent(draft));
});

test("an answer changed after it was sent replaces what may be stored under the old id", () => {
  const first = { ...answered(), isAttempted: true };
  const second = setAnswer(first, SCORE.ref, "5");
  expect(second.replaced).toEqual([first.answers[SCORE.ref]?.id]);
  expect(second.answers[SCORE.ref]?.id).not.toBe(first.answers[SCORE.ref]?.id);
  expect(second.answers[HELPFUL.ref]).toEqual(first.answers[HELPFUL.ref]);
});

test("an answer changed before anything was sent replaces nothing", () => {
  expect(setAnswer(answered(), SCORE.ref, "5").replaced).toEqual([]);
});

test("what is stored is not sent again, and a change replaces it", () => {
  const stored = asStored(answered());
  expect(sent(stored)).toEqual([]);
  const changed = flipReaction(setNote(stored, ""), "👍");
  expect(sent(changed)).toEqual([]);
  expect(changed.replaced).toEqual([stored.note.id, stored.reactions[0]?.id]);
});

test("taken back, the answers get new ids and the old ones are replaced", () => {
  const draft = answered();
  const again = reissued(asStored(draft));
  expect(again.replaced).toEqual(idsOf(draft));
  expect(idsOf(again).filter((id) => idsOf(draft).includes(id))).toEqual([]);
  expect(sent(again).map(({ payload }) => payload)).toEqual(sent(draft).map(({ payload }) => payload));
});

test("the problems of a draft are told by field", () => {
  const draft = setNote(setAnswer(emptyDraft(), SCORE.ref, "9"), "x".repeat(1025));
  const problems = problemsOf(draft, FIELDS);
  expect(problems).toEqual({
    fields: { [SCORE.ref]: "9 is more than 5." },
    note: "The note is 1 character too long.",
  });
  expect(hasProblems(problems)).toBe(true);
  expect(hasProblems(problemsOf(answered(), FIELDS))).toBe(false);
});

function row(id: string, type: string, payload: Record<string, unknown>, ref: string | null = null) {
  // Only what drafts are made of is filled in.
  return { id, feedback_type: type, payload, annotation_ref: ref } as FeedbackRow;
}

test("stored feedback shows as a draft with nothing to send", () => {
  const draft = draftOf(
    [
      row("1", "wandb.annotation.score", { value: 2 }, SCORE.ref),
      row("2", "wandb.note.1", { note: "Fine." }),
      row("3", "wandb.reaction.1", { emoji: "🎉" }),
      row("4", "wandb.annotation.other", { value: 1 }, "weave:///acme/support/object/other:c3"),
    ],
    FIELDS,
  );
  expect(idsOf(draft)).toEqual(["1", "2", "3"]);
  expect(draft.answers[SCORE.ref]?.text).toBe("2");
  expect(draft.isDirty).toBe(false);
  expect(sent(draft)).toEqual([]);
});

test("of several stored answers to a field the newest counts and the others are replaced", () => {
  const draft = draftOf(
    [
      row("1", "wandb.annotation.score", { value: 2 }, SCORE.ref),
      row("2", "wandb.annotation.score", { value: 3 }, SCORE.ref),
    ],
    FIELDS,
  );
  expect(draft.answers[SCORE.ref]?.text).toBe("3");
  expect(draft.replaced).toEqual(["1"]);
});

test.each(["null", "{}", '{"answers":{},"note":""}', "[]"])("%s is no kept draft", (text) => {
  expect(parseDraft(text)).toBeNull();
});
