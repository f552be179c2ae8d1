import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";
import {
  asStored,
  type Draft,
  draftFrom,
  emptyDraft,
  feedbackOf,
  flipReaction,
  idsOf,
  mayBeStored,
  problemsOf,
  readDraft,
  reissued,
  saidIn,
  setAnswer,
  setCorrection,
  setFlag,
  setNote,
  setPreference,
  takenOver,
} from "./draft.ts";

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
const COMMON = {
  projectId: "acme/support",
  weaveRef: "weave:///acme/support/call/c1",
  queueId: "q1",
  creator: "Ada",
};
const PAIR = "weave:///acme/support/call/c2";
const UNFLAGGED = { isFlagged: false, flagNote: "", askedAgain: [] };

function answered(): Draft {
  const draft = setAnswer(setAnswer(emptyDraft(), HELPFUL.ref, "false"), SCORE.ref, "4");
  return flipReaction(setNote(draft, " Too long. "), "👍");
}

function sent(draft: Draft) {
  return feedbackOf(draft, FIELDS, { ...COMMON, pairRef: PAIR }).feedback.map(
    ({ id, feedbackType, payload, annotationRef }) => ({ id, feedbackType, payload, annotationRef }),
  );
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
  expect(feedbackOf(draft, FIELDS, { ...COMMON, pairRef: null }).feedback[0]).toMatchObject(COMMON);
});

test("fields without an answer are left out", () => {
  const draft = setAnswer(setAnswer(emptyDraft(), SCORE.ref, "3"), SCORE.ref, "");
  expect(sent(draft)).toEqual([]);
  expect(idsOf(draft)).toEqual([]);
});

test("sending an unchanged draft again sends the same ids", () => {
  const draft = { ...answered(), isAttempted: true };
  const kept = readDraft(JSON.parse(JSON.stringify(draft)));
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

test("the problems of a draft are listed by place, in the order of the form", () => {
  const wrong = setCorrection(setNote(setAnswer(emptyDraft(), SCORE.ref, "9"), "x".repeat(1025)), {
    path: "output",
    text: " ",
  });
  const draft = setFlag(wrong, { isFlagged: true, note: "x".repeat(1026) });
  expect(Object.entries(problemsOf(draft, FIELDS, [HELPFUL.ref]))).toEqual([
    [HELPFUL.ref, "Answer this question; it is required."],
    [SCORE.ref, "9 is more than 5."],
    ["correction", "Write the better answer, or discard the correction."],
    ["note", "The note is 1 character too long."],
    ["flag", "The message to the lead is 2 characters too long."],
  ]);
  expect(problemsOf(answered(), FIELDS, [HELPFUL.ref])).toEqual({});
});

test("a required question of passages wants a mark, or that there is nothing to mark", () => {
  const marks = (min: number | null): AnnotationField => ({
    ...SCORE,
    input: { kind: "spans", options: [{ value: "vague", help: "" }], min, max: null },
  });
  const problem = (field: AnnotationField, text: string) =>
    problemsOf(setAnswer(emptyDraft(), field.ref, text), [field], [field.ref])[field.ref];
  expect(problem(marks(null), "")).toBe(
    "Mark a passage, or choose “Nothing to mark”; an answer is required.",
  );
  expect(problem(marks(2), "")).toBe("Mark at least 2 passages; it is required.");
  expect(problem(marks(null), "[]")).toBeUndefined();
});

test("a correction and a comparison are feedback of their own types", () => {
  const judged = setPreference(emptyDraft(), { verdict: "second", strength: "much" });
  const draft = setCorrection(judged, { path: "output.content", text: "Tomorrow at noon." });
  expect(sent(draft)).toEqual([
    {
      id: draft.correction?.id,
      feedbackType: "spindle.correction.1",
      payload: { path: "output.content", text: "Tomorrow at noon." },
    },
    {
      id: draft.preference?.id,
      feedbackType: "spindle.preference.1",
      payload: { verdict: "second", strength: "much", second_ref: PAIR },
    },
  ]);
  const stored = asStored(draft);
  expect(setCorrection(stored, null).replaced).toEqual([draft.correction?.id]);
  expect(setPreference(stored, { verdict: "second", strength: "much" })).toBe(stored);
  expect(setPreference(stored, { verdict: "tie", strength: null }).replaced).toEqual([draft.preference?.id]);
});

function row(id: string, type: string, payload: Record<string, unknown>, ref: string | null = null) {
  // Only what drafts are made of is filled in.
  return { id, feedback_type: type, payload, annotation_ref: ref } as FeedbackRow;
}

test("stored feedback shows as a draft with nothing to send", () => {
  const draft = draftFrom(
    [
      row("1", "wandb.annotation.score", { value: 2 }, SCORE.ref),
      row("2", "wandb.note.1", { note: "Fine." }),
      row("3", "wandb.reaction.1", { emoji: "🎉" }),
      row("4", "wandb.annotation.other", { value: 1 }, "weave:///acme/support/object/other:c3"),
      row("5", "spindle.correction.1", { path: "output", text: "Better." }),
      row("6", "spindle.preference.1", { verdict: "tie", strength: null, second_ref: PAIR }),
    ],
    { isFlagged: true, flagNote: "Is this allowed?", askedAgain: [] },
    FIELDS,
  );
  expect(idsOf(draft)).toEqual(["1", "2", "3", "5", "6"]);
  expect(draft.flag).toEqual({ isFlagged: true, note: "Is this allowed?" });
  expect(draft.answers[SCORE.ref]?.text).toBe("2");
  expect(draft.isDirty).toBe(false);
  expect(sent(draft)).toEqual([]);
});

test("of several stored answers to a field the newest counts and the others are replaced", () => {
  const draft = draftFrom(
    [
      row("1", "wandb.annotation.score", { value: 2 }, SCORE.ref),
      row("2", "wandb.annotation.score", { value: 3 }, SCORE.ref),
    ],
    UNFLAGGED,
    FIELDS,
  );
  expect(draft.answers[SCORE.ref]?.text).toBe("3");
  expect(draft.replaced).toEqual(["1"]);
});

test("what is said here takes the place of a newer answer under ids of its own", () => {
  const theirs = asStored(
    setCorrection(setAnswer(emptyDraft(), SCORE.ref, "1"), { path: "output", text: "B" }),
  );
  const mine = takenOver(asStored(answered()), theirs);
  expect(sent(mine).map(({ payload }) => payload)).toEqual(sent(answered()).map(({ payload }) => payload));
  expect(mine.replaced).toEqual(expect.arrayContaining(idsOf(theirs)));
  expect(idsOf(mine).filter((id) => mine.replaced.includes(id))).toEqual([]);
});

test("two drafts can be compared place by place", () => {
  const draft = setFlag(setCorrection(answered(), { path: "output", text: "Better." }), {
    isFlagged: true,
    note: "",
  });
  expect(saidIn(draft, FIELDS)).toEqual([
    { place: HELPFUL.ref, label: "Helpful?", text: "No" },
    { place: SCORE.ref, label: "Score", text: "4" },
    { place: "correction", label: "Better answer", text: "Better." },
    { place: "note", label: "Note", text: "Too long." },
    { place: "reactions", label: "Reactions", text: "👍" },
    { place: "flag", label: "Flag for the lead", text: "Flagged" },
  ]);
});

test.each(["null", "{}", '{"answers":{},"note":""}', "[]", '{"answers":{"a":1}}'])(
  "%s is no kept draft",
  (text) => {
    expect(readDraft(JSON.parse(text))).toBeNull();
  },
);

/** Anything that a form, a send that fails, one that arrives, and a skip that is taken back can do to a draft. */
const ACTS = fc.oneof(
  fc.constantFrom("", "1", "5", "x").map((text) => (draft: Draft) => setAnswer(draft, SCORE.ref, text)),
  fc.constantFrom("", "true").map((text) => (draft: Draft) => setAnswer(draft, HELPFUL.ref, text)),
  fc.constantFrom("", "a note").map((text) => (draft: Draft) => setNote(draft, text)),
  fc.constantFrom("👍", "👎").map((emoji) => (draft: Draft) => flipReaction(draft, emoji)),
  fc
    .constantFrom("first", "tie")
    .map((verdict) => (draft: Draft) => setPreference(draft, { verdict, strength: null })),
  fc
    .constantFrom(null, { path: "output", text: "Better" })
    .map((correction) => (draft: Draft) => setCorrection(draft, correction)),
  fc.constant((draft: Draft) => readDraft(JSON.parse(JSON.stringify(draft))) ?? draft),
);

test("whatever is entered, sent, lost and sent again, the server ends with exactly what the form says", () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: ACTS.map((act) => ({ kind: "edit" as const, act })) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          { kind: "arrives" as const },
          { kind: "isLost" as const },
          { kind: "answerIsLost" as const },
          { kind: "isTakenBack" as const },
        ),
      },
    ),
  );
  fc.assert(
    fc.property(steps, (moves) => {
      const server = new Map<string, unknown>();
      const send = (draft: Draft) => {
        for (const id of draft.replaced) server.delete(id);
        for (const { id, ...said } of sent(draft)) {
          // A repeat says the same under the same id; anything else would be refused.
          if (server.has(id ?? "")) expect(server.get(id ?? "")).toEqual(said);
          server.set(id ?? "", said);
        }
      };
      let draft = emptyDraft();
      for (const move of moves) {
        if (move.kind === "edit") draft = move.act(draft);
        else if (move.kind === "isTakenBack") draft = mayBeStored(draft) ? reissued(draft) : draft;
        else {
          if (Object.keys(problemsOf(draft, FIELDS, [])).length > 0) continue;
          if (move.kind !== "isLost") send(draft);
          draft = move.kind === "arrives" ? asStored(draft) : { ...draft, isAttempted: true };
        }
      }
      draft = setAnswer(draft, SCORE.ref, "3");
      send(draft);
      const { feedback } = feedbackOf(reissued(draft), FIELDS, { ...COMMON, pairRef: PAIR });
      const shown = feedback.map(({ feedbackType, payload, annotationRef }) => ({
        feedbackType,
        payload,
        annotationRef,
      }));
      expect([...server.values()]).toEqual(expect.arrayContaining(shown));
      expect(server.size).toBe(shown.length);
    }),
  );
});
