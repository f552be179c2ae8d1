import { expect, test } from "vitest";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { NEW_QUEUE } from "#components/queues/parts/queue-draft.ts";
import { mergedDraft } from "./merged-draft.ts";

function field(objectId: string, version: number): AnnotationField {
  const ref = `weave:///acme/support/object/${objectId}:v${version}`;
  return { ref, objectId, name: objectId, description: "", input: { kind: "boolean" } };
}

const [TONE, NEWER_TONE, RIGHT] = [field("tone", 0), field("tone", 1), field("right", 0)];
const BASE = { ...NEW_QUEUE, name: "Refunds", fields: [TONE], requiredRefs: [TONE.ref] };

test("their changes are taken, entries stay, and conflicting changes are listed", () => {
  const mine = { ...BASE, name: "Refunds, spring", isBlind: false };
  const theirs = { ...BASE, name: "Refunds, summer", annotators: "3", rule: "several" as const };
  expect(mergedDraft(BASE, mine, theirs)).toEqual({
    draft: { ...theirs, name: "Refunds, spring", isBlind: false },
    taken: ["how many people answer an item"],
    contested: [{ name: "the name", parts: ["name"] }],
    theirs,
  });
  expect(mergedDraft(BASE, theirs, theirs)).toMatchObject({ draft: theirs, contested: [] });
});

test("a question that has a new version since is asked in that version, whatever else was entered", () => {
  const rules = [{ fieldRef: TONE.ref, whenRef: RIGHT.ref, whenValues: [false], defaultValue: null }];
  const mine = { ...BASE, fields: [TONE, RIGHT], fieldRules: rules };
  const theirs = { ...BASE, fields: [NEWER_TONE], requiredRefs: [NEWER_TONE.ref] };
  const { draft, taken, contested } = mergedDraft(BASE, mine, theirs);
  expect(draft).toMatchObject({
    fields: [NEWER_TONE, RIGHT],
    requiredRefs: [NEWER_TONE.ref],
    fieldRules: [{ fieldRef: NEWER_TONE.ref, whenRef: RIGHT.ref }],
  });
  expect([taken, contested]).toEqual([["the questions", "which questions are required"], []]);
});
