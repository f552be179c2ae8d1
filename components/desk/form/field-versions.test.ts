import { expect, test } from "vitest";
import { draftFrom, emptyDraft, feedbackOf, setAnswer } from "#components/desk/state/draft.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { asAskedNow, changedFields, changeText } from "./field-versions.ts";

function tone(digest: string, name: string, values: readonly string[]): AnnotationField {
  return {
    ref: `weave:///acme/support/object/tone:${digest}`,
    objectId: "tone",
    name,
    description: "",
    input: { kind: "choice", options: values.map((value) => ({ value, help: "" })) },
  };
}

const BEFORE = tone("a", "Tone", ["kind", "rude"]);
const NOW = tone("b", "Is it kind?", ["kind", "curt"]);
const ABOUT = {
  projectId: "acme/support",
  weaveRef: "weave:///acme/support/call/1",
  pairRef: null,
  queueId: "q",
  creator: "Ada",
};
const OWN = { isFlagged: false, flagNote: "", askedAgain: [] as string[] };

function stored(value: string) {
  return {
    id: "f1",
    feedback_type: "wandb.annotation.tone",
    annotation_ref: BEFORE.ref,
    payload: { value },
  } as unknown as Parameters<typeof draftFrom>[0][number];
}

test("what was entered before a field changed is sent under its new version", () => {
  const draft = asAskedNow(setAnswer(emptyDraft(), BEFORE.ref, "kind"), [NOW]);
  expect(feedbackOf(draft, [NOW], ABOUT).feedback).toMatchObject([
    { annotationRef: NOW.ref, payload: { value: "kind" } },
  ]);
  expect(asAskedNow(draft, [NOW])).toBe(draft);
});

test("a stored answer stands under its version until it is changed", () => {
  const draft = draftFrom([stored("kind")], OWN, [NOW]);
  expect(feedbackOf(draft, [NOW], ABOUT)).toEqual({ feedback: [], replaced: [] });
  const changed = setAnswer(draft, NOW.ref, "curt");
  expect(feedbackOf(changed, [NOW], ABOUT)).toMatchObject({
    feedback: [{ annotationRef: NOW.ref, payload: { value: "curt" } }],
    replaced: ["f1"],
  });
});

test("an answer that is asked again is open, shows what it was, and is replaced by the new one", () => {
  const draft = draftFrom([stored("rude")], { ...OWN, askedAgain: [NOW.ref] }, [NOW]);
  expect(draft).toMatchObject({ answers: {}, earlier: { [NOW.ref]: "rude" }, isDirty: false });
  expect(feedbackOf(setAnswer(draft, NOW.ref, "curt"), [NOW], ABOUT).replaced).toEqual(["f1"]);
});

test("changes are described in words", () => {
  const [change] = changedFields([BEFORE], [NOW]);
  expect(change && changeText(change)).toBe("“Tone” is now “Is it kind?”. New: “curt”. Removed: “rude”.");
  expect(changedFields([NOW], [NOW])).toEqual([]);
});
