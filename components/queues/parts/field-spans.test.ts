import { expect, test } from "vitest";
import { answerText, NONE_PICKED, readAnswer } from "#components/queues/fields/field-answer.ts";
import { EMPTY_DRAFT, readFieldDraft } from "#components/queues/fields/field-draft.ts";
import { valueKey } from "#components/queues/fields/said-values.ts";
import { changeDraftOf, changeOf, changeProblems } from "#components/queues/versions/field-change.ts";
import { type Span, spanFaults } from "#lib/contract/annotation/spans.ts";
import type { StoredObject } from "#lib/contract/compat/objects.ts";
import { type AnnotationField, fieldOf, schemaOf } from "./annotation-field.ts";
import { flipSpan, passagesText, sameSpans, spansIn, withoutLastSpan, withoutSpan } from "./field-spans.ts";

const TEXT = "Yes 🎉 no";
const OPTIONS = [
  { value: "right", help: "", label: "Is so" },
  { value: "wrong", help: "" },
];
const INPUT = { kind: "spans", options: OPTIONS, min: 1, max: 2 } as const;

function span(quote: string, label = "right"): Span {
  const start = TEXT.indexOf(quote);
  return { path: "output", start, end: start + quote.length, quote, label };
}

const [YES, NO, PARTY] = [span("Yes"), span("no", "wrong"), span("🎉")];

test("marking twice takes the mark back, and what was marked last goes first", () => {
  const both = flipSpan(flipSpan("", NO), YES);
  expect(spansIn(both)).toEqual([NO, YES]);
  expect(spansIn(flipSpan(both, NO))).toEqual([YES]);
  expect(spansIn(withoutLastSpan(both))).toEqual([NO]);
  expect(withoutSpan(flipSpan("", YES), YES)).toBe("");
  expect(withoutLastSpan(NONE_PICKED)).toBe("");
});

test("an answer is in the order of the text, within its bounds and under labels that there are", () => {
  const textOf = (...spans: Span[]) => JSON.stringify(spans);
  expect(readAnswer(INPUT, textOf(NO, YES))).toEqual({ state: "valid", value: [YES, NO] });
  expect(readAnswer(INPUT, textOf(YES, PARTY, NO))).toEqual({
    state: "wrong",
    problem: "3 passages are marked; at most 2 are allowed.",
  });
  expect(readAnswer(INPUT, NONE_PICKED)).toMatchObject({ problem: "Mark at least 1 passage." });
  expect(readAnswer(INPUT, textOf(span("Yes", "odd")))).toMatchObject({
    problem: "“odd” is no longer a label. Remove its marks.",
  });
  expect(readAnswer({ ...INPUT, min: null }, NONE_PICKED)).toEqual({ state: "valid", value: [] });
  expect(readAnswer(INPUT, "")).toEqual({ state: "empty" });
  expect(spansIn(answerText(INPUT, [NO, YES]))).toEqual([NO, YES]);
});

test("the schema of a field gives the field again, and takes what the field gives", () => {
  const { field, problems } = readFieldDraft(
    { ...EMPTY_DRAFT, name: "What is wrong?", kind: "spans", options: "right | As it is\nwrong", max: "5" },
    [],
  );
  expect(problems).toEqual({});
  const schema = schemaOf(field?.input ?? INPUT);
  const fields = fieldOf({ ...OBJECT, val: { name: "What is wrong?", field_schema: schema } });
  expect(fields?.input).toEqual(field?.input);
  expect(spanFaults(schema, [YES, NO], { inputs: null, output: TEXT })).toEqual([]);
});

test.each([
  ["", "Write at least one label, one per line."],
  ["a\na", "“a” appears twice."],
  [Array.from({ length: 21 }, (_, i) => i).join("\n"), "There are 21 labels; at most 20 are allowed."],
])("the labels %j are reported as wrong", (options, problem) => {
  const draft = { ...EMPTY_DRAFT, name: "What?", kind: "spans" as const, options };
  expect(readFieldDraft(draft, []).problems).toEqual({ options: problem });
  expect(readFieldDraft({ ...draft, options: "a", max: "201" }, []).problems).toEqual({
    max: "At most 200 are allowed.",
  });
});

test("a label is added as an option is, and one may be renamed without touching its answers", () => {
  const schema = schemaOf(INPUT);
  const field: AnnotationField = { ref: "r", objectId: "o", name: "What?", description: "", input: INPUT };
  const draft = changeDraftOf(field);
  const vague = { key: "new", value: null, label: "vague", help: "" };
  const options = [...draft.options.map((row) => ({ ...row, label: `${row.label}!` })), vague];
  const change = changeOf({ ...draft, options }, field, schema);
  expect(change?.fieldSchema).toEqual(
    schemaOf({
      ...INPUT,
      options: [
        { value: "right", help: "", label: "Is so!" },
        { value: "wrong", help: "", label: "wrong!" },
        { value: "vague", help: "" },
      ],
    }),
  );
  expect(changeOf(draft, field, schema)).toBeNull();
  expect(changeProblems({ ...draft, options: [] }, INPUT)).toEqual({ options: "Keep at least one label." });
});

test("answers that mark the same are the same in whatever order, and others are so far alike", () => {
  expect(valueKey([NO, YES])).toBe(valueKey([YES, NO]));
  expect(valueKey([NO])).not.toBe(valueKey([{ ...NO, label: "right" }]));
  expect(sameSpans([YES, NO], [YES, PARTY])).toEqual({ same: 1, f1: 0.5 });
  expect(sameSpans([YES], [{ ...YES, end: 2 }])).toEqual({ same: 0, f1: 0 });
  expect(sameSpans([], [])).toEqual({ same: 0, f1: 1 });
  expect(passagesText([NO, YES], OPTIONS)).toBe("Is so: “Yes”; wrong: “no”");
});

const OBJECT: StoredObject = {
  projectId: "acme/support",
  objectId: "what",
  digest: "d",
  createdAt: new Date(0),
  deletedAt: null,
  versionIndex: 0,
  isLatest: 1,
  kind: "object",
  baseObjectClass: "AnnotationSpec",
  leafObjectClass: "AnnotationSpec",
  wbUserId: null,
  tags: [],
  aliases: [],
  val: null,
};
