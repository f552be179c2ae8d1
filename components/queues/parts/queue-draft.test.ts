import fc from "fast-check";
import { expect, test } from "vitest";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { draftOf, draftProblems, isSameDraft, NEW_QUEUE, queueOf, reasonsIn, ruleOf } from "./queue-draft.ts";

const STORED: Queue = {
  id: "q",
  projectId: "acme/support",
  name: "Tone",
  description: "Be fair.",
  scorerRefs: [],
  kind: "single",
  annotatorsPerItem: 2,
  overlapShare: null,
  annotatorIds: [],
  isBlind: true,
  itemOrder: "oldest",
  showsSuggestions: false,
  skipPolicy: "others",
  skipReasons: ["Spam"],
  requiresSkipReason: false,
  reservationMinutes: 10,
  requiredRefs: [],
  fieldRules: [],
  isArchived: false,
  isStrict: false,
  minAgreement: null,
  createdAt: new Date(0),
  createdBy: "u",
  updatedAt: new Date(0),
  deletedAt: null,
};

test("A new queue asks one person for each item, blind, oldest first, for ten minutes", () => {
  expect(queueOf({ ...NEW_QUEUE, name: " Tone " })).toEqual({
    name: "Tone",
    fieldRules: [],
    description: "",
    kind: "single",
    scorerRefs: [],
    requiredRefs: [],
    annotatorIds: [],
    annotatorsPerItem: 1,
    overlapShare: 1,
    reservationMinutes: 10,
    isBlind: true,
    isStrict: false,
    minAgreement: 0,
    itemOrder: "oldest",
    showsSuggestions: false,
    skipPolicy: "others",
    skipReasons: [],
    requiresSkipReason: false,
  });
});

test("Each rule is sent so that the stored queue shows the same rule again", () => {
  for (const rule of ["one", "several", "share", "everybody"] as const) {
    const { annotatorsPerItem, overlapShare } = queueOf({
      ...NEW_QUEUE,
      rule,
      annotators: "3",
      sharePercent: "12.5",
    });
    const stored = {
      annotatorsPerItem: annotatorsPerItem || null,
      overlapShare: overlapShare === 1 || overlapShare === undefined ? null : overlapShare,
    };
    expect(ruleOf(stored)).toBe(rule);
  }
});

test("Opening and saving a queue without a change sends what it holds", () => {
  fc.assert(
    fc.property(
      fc.record({
        annotatorsPerItem: fc.option(fc.integer({ min: 1, max: 100 })),
        share: fc.option(fc.integer({ min: 1, max: 99 })),
        reservationMinutes: fc.integer({ min: 1, max: 1440 }),
        annotatorIds: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
      }),
      ({ annotatorsPerItem, share, reservationMinutes, annotatorIds }) => {
        const hasShare = annotatorsPerItem !== null && annotatorsPerItem > 1 && share !== null;
        const overlapShare = hasShare ? share / 100 : null;
        const queue = { ...STORED, annotatorsPerItem, overlapShare, reservationMinutes, annotatorIds };
        const draft = draftOf(queue, []);
        expect(draftProblems(draft)).toEqual({});
        const sent = queueOf(draft);
        expect(sent.annotatorsPerItem).toBe(annotatorsPerItem ?? 0);
        expect(sent.overlapShare).toBeCloseTo(overlapShare ?? 1, 12);
        expect(sent.annotatorIds).toEqual(annotatorIds);
        expect(sent.reservationMinutes).toBe(reservationMinutes);
      },
    ),
  );
});

test("What the service would refuse is reported before it is sent", () => {
  const wrong = {
    ...NEW_QUEUE,
    name: " ",
    isForAnyone: false,
    rule: "share" as const,
    annotators: "1",
    sharePercent: "100",
    reservationMinutes: "0.5",
  };
  expect(Object.keys(draftProblems(wrong)).sort()).toEqual([
    "annotator_ids",
    "annotators_per_item",
    "name",
    "overlap_share",
    "reservation_minutes",
  ]);
});

test("Numbers of rules that were not chosen are no problem", () => {
  expect(draftProblems({ ...NEW_QUEUE, name: "Tone", annotators: "x", sharePercent: "x" })).toEqual({});
});

test("A field that was taken out is not required any more", () => {
  const field = {
    ref: "weave:///a/b/object/c:1",
    objectId: "c",
    name: "C",
    description: "",
    input: { kind: "boolean" as const },
  };
  const draft = {
    ...NEW_QUEUE,
    name: "Tone",
    fields: [field],
    requiredRefs: [field.ref, "weave:///a/b/object/gone:1"],
  };
  expect(queueOf(draft).requiredRefs).toEqual([field.ref]);
});

test("Reasons are lines, each once", () => {
  expect(reasonsIn(" Spam \n\nNot English\nSpam")).toEqual(["Spam", "Not English"]);
});

test("White space around a name is no change", () => {
  expect(isSameDraft({ ...NEW_QUEUE, name: "Tone" }, { ...NEW_QUEUE, name: "Tone " })).toBe(true);
  expect(isSameDraft(NEW_QUEUE, { ...NEW_QUEUE, isBlind: false })).toBe(false);
});

test("a condition that was begun and names no answer is a problem that says what is missing", () => {
  const field = (objectId: string, name: string) => {
    const ref = `weave:///acme/support/object/${objectId}:1`;
    return { ref, objectId, name, description: "", input: { kind: "boolean" as const } };
  };
  const [right, wrong] = [field("right", "Is it right?"), field("wrong", "What is wrong?")];
  const problemsOf = (whenValues: unknown[], fields = [right, wrong]) => {
    const rule = { fieldRef: wrong.ref, whenRef: right.ref, whenValues, defaultValue: null };
    return draftProblems({ ...NEW_QUEUE, name: "Tone", fields, fieldRules: [rule] });
  };
  expect(problemsOf([])).toEqual({
    field_rules:
      "Choose after which answers to “Is it right?” the question “What is wrong?” is asked, or ask it always.",
  });
  expect([problemsOf([false]), problemsOf([], [wrong]), problemsOf([], [right])]).toEqual([{}, {}, {}]);
});

test("a rule that says nothing any more, or is about what is not asked, is not sent", () => {
  const ref = "weave:///acme/support/object/tone:1";
  const field = { ref, objectId: "tone", name: "Tone", description: "", input: { kind: "boolean" as const } };
  const fieldRules = [
    { fieldRef: ref, whenRef: "gone", whenValues: [true], defaultValue: false },
    { fieldRef: "gone", whenRef: ref, whenValues: [true], defaultValue: null },
  ];
  expect(queueOf({ ...NEW_QUEUE, fields: [field], fieldRules }).fieldRules).toEqual([
    { fieldRef: ref, whenValues: [], defaultValue: false },
  ]);
  const unsaid = [{ fieldRef: ref, whenRef: ref, whenValues: [], defaultValue: null }];
  expect(queueOf({ ...NEW_QUEUE, fields: [field], fieldRules: unsaid }).fieldRules).toEqual([]);
});
