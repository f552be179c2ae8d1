import { expect, test } from "vitest";
import { EXAMPLE_SCHEMA, EXAMPLE_TOOLS, readSchema, readTools, toolNames } from "./json-drafts.ts";

test("the examples are what they are examples of, and no text means no tools", () => {
  expect(toolNames(EXAMPLE_TOOLS)).toEqual(["find_order"]);
  expect(readSchema(EXAMPLE_SCHEMA).fault).toBeUndefined();
  expect(readTools(" ").value).toEqual([]);
});

test.each([
  ["[{", /^This is not JSON: .+/],
  ["{}", /list of tools/],
  ["[3]", /^Tool 1: write/],
  ['[{"type":"function","function":{"name":"a"}},{"type":"web"}]', /^Tool 2: "type"/],
  ['[{"type":"function"}]', /"function" is missing/],
  ['[{"type":"function","function":{"name":"two words"}}]', /needs a name/],
  ['[{"type":"function","function":{"name":"a","parameters":3}}]', /"parameters"/],
  [
    '[{"type":"function","function":{"name":"a"}},{"type":"function","function":{"name":"a"}}]',
    /Two tools are called “a”/,
  ],
])("what is wrong with the tools %s is said", (text, fault) => {
  expect(readTools(text).fault).toMatch(fault);
});

test.each([
  ["", /Enter the JSON Schema/],
  ["{,}", /^This is not JSON/],
  ["[]", /an object/],
])("what is wrong with the schema “%s” is said", (text, fault) => {
  expect(readSchema(text).fault).toMatch(fault);
});
