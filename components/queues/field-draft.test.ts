import { expect, test } from "vitest";
import { EMPTY_DRAFT, type FieldFormDraft, readFieldDraft } from "./field-draft.ts";

const draft = (patch: Partial<FieldFormDraft>): FieldFormDraft => ({
  ...EMPTY_DRAFT,
  name: "Quality",
  ...patch,
});

test("choices are read one a line, without blank ones", () => {
  const { field } = readFieldDraft(draft({ kind: "choice", options: "good\n\n  bad \n" }), []);
  expect(field?.input).toEqual({ kind: "choice", options: ["good", "bad"] });
});

test("bounds that are left empty bind nothing", () => {
  const { field } = readFieldDraft(draft({ kind: "integer", min: "1" }), []);
  expect(field?.input).toEqual({ kind: "integer", min: 1, max: null });
});

test.each<[Partial<FieldFormDraft>, keyof FieldFormDraft]>([
  [{ name: " " }, "name"],
  [{ name: "???" }, "name"],
  [{ name: "Taken one" }, "name"],
  [{ kind: "choice", options: "only one" }, "options"],
  [{ kind: "choice", options: "a\na" }, "options"],
  [{ kind: "integer", min: "1.5" }, "min"],
  [{ kind: "number", max: "much" }, "max"],
  [{ kind: "number", min: "5", max: "1" }, "max"],
  [{ kind: "text", maxLength: "0" }, "maxLength"],
])("%j is refused at %s", (patch, part) => {
  const { field, problems } = readFieldDraft(draft(patch), ["taken-one"]);
  expect(field).toBeNull();
  expect(Object.keys(problems)).toEqual([part]);
});
