import { expect, test } from "vitest";
import { EMPTY_DRAFT, EMPTY_PART, type FieldFormDraft, isUnfinished, readFieldDraft } from "./field-draft.ts";

const draft = (patch: Partial<FieldFormDraft>): FieldFormDraft => ({
  ...EMPTY_DRAFT,
  name: "Quality",
  ...patch,
});

test("choices are read one per line, without blank ones, with their help after a bar", () => {
  const { field } = readFieldDraft(
    draft({ kind: "choice", options: "good | as asked | for\n\n  bad \n" }),
    [],
  );
  expect(field?.input).toEqual({
    kind: "choice",
    options: [
      { value: "good", help: "as asked | for" },
      { value: "bad", help: "" },
    ],
  });
});

test("bounds that are left empty bind nothing", () => {
  const { field } = readFieldDraft(draft({ kind: "integer", min: "1" }), []);
  expect(field?.input).toEqual({ kind: "integer", min: 1, max: null });
});

test("an object's parts are named after what they ask", () => {
  const parts = [{ ...EMPTY_PART, name: "Why so?", kind: "text" as const, isRequired: true }];
  const { field } = readFieldDraft(draft({ kind: "group", parts }), []);
  const input = { kind: "text", maxLength: null };
  expect(field?.input).toEqual({
    kind: "group",
    parts: [{ name: "why-so", label: "Why so?", help: "", isRequired: true, input }],
  });
});

test("a schema that no control fits is kept as it is", () => {
  const { field } = readFieldDraft(draft({ kind: "json", schema: '{"type":"array"}' }), []);
  expect(field?.input).toEqual({ kind: "json", schema: { type: "array" } });
  expect(readFieldDraft(draft({ kind: "json" }), []).field?.input).toEqual({ kind: "json", schema: {} });
});

test.each<[Partial<FieldFormDraft>, string]>([
  [{ name: " " }, "name"],
  [{ name: "???" }, "name"],
  [{ name: "Taken one" }, "name"],
  [{ kind: "choice", options: "only one" }, "options"],
  [{ kind: "choice", options: "a\na | again" }, "options"],
  [{ kind: "choices", options: "a\nb", min: "3" }, "min"],
  [{ kind: "choices", options: "a\nb", max: "0" }, "max"],
  [{ kind: "choices", options: "a\nb", min: "2", max: "1" }, "max"],
  [{ kind: "integer", min: "1.5" }, "min"],
  [{ kind: "number", max: "much" }, "max"],
  [{ kind: "number", min: "5", max: "1" }, "max"],
  [{ kind: "text", maxLength: "0" }, "maxLength"],
  [{ kind: "json", schema: "[1]" }, "schema"],
  [{ kind: "group" }, "parts"],
  [{ kind: "group", parts: [EMPTY_PART] }, "inParts"],
  [
    {
      kind: "group",
      parts: [
        { ...EMPTY_PART, name: "A" },
        { ...EMPTY_PART, name: "a!" },
      ],
    },
    "inParts",
  ],
])("%j is refused at %s", (patch, part) => {
  const { field, problems } = readFieldDraft(draft(patch), ["taken-one"]);
  expect(field).toBeNull();
  expect(Object.keys(problems)).toEqual([part]);
});

test("a question is unfinished once something of it is written, whatever its kind", () => {
  const parts = [EMPTY_PART];
  const untouched: Partial<FieldFormDraft>[] = [
    {},
    { kind: "choice" },
    { kind: "group", parts },
    { name: " " },
  ];
  expect(untouched.map((patch) => isUnfinished({ ...EMPTY_DRAFT, ...patch }))).not.toContain(true);
  const begun: Partial<FieldFormDraft>[] = [
    { name: "Right?" },
    { options: "good" },
    { parts: [{ ...EMPTY_PART, name: "Why?" }] },
  ];
  expect(begun.map((patch) => isUnfinished({ ...EMPTY_DRAFT, ...patch }))).not.toContain(false);
});
