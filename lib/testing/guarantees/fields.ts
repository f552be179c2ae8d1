import { expect, test } from "vitest";
import { type JsonSchema, wireSchemaOf } from "#lib/contract/wire-schema.ts";
import { valueAt } from "#lib/platform/json/value-at.ts";
import { ask, credentialsOf, expectStatus, problemsIn, queryNames } from "./ask.ts";
import { aPlace, type Prepared, type Subject, withValue } from "./subject.ts";

type FieldPlace = { path: string[]; schema: JsonSchema; required: boolean };

/** What holds for each field that the contract names, whatever is put into it. */
export function fieldGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  const body = endpoint.input.body ? wireSchemaOf(endpoint.input.body) : {};
  const headersOf = ({ caller }: Prepared) => credentialsOf(api, endpoint, caller);

  // In a form every value is a text.
  if (endpoint.input.body && !endpoint.upload)
    test("a value of the wrong kind is a 422 that says where", async () => {
      const place = await aPlace(subject);
      for (const field of fieldsOf(body, place.input))
        for (const value of KINDS) {
          const input = withValue(place.input, field.path, value);
          const answer = await ask(subject, { input, headers: headersOf(place) });
          const what = `${field.path.join(".")} = ${JSON.stringify(value)}: ${answer.text.slice(0, 300)}`;
          expect(answer.status, what).toBeLessThan(500);
          if (mayFit(field.schema, value) || (value === null && !field.required)) continue;
          expect(answer.status, what).toBe(422);
          const at = ["body", ...field.path].join(".");
          expect(
            problemsIn(answer)
              .map(({ loc }) => loc.join("."))
              .some((loc) => loc.startsWith(at)),
            what,
          ).toBe(true);
        }
    });

  if (endpoint.input.body)
    test("a required field that is absent is a 422 `missing`", async () => {
      const place = await aPlace(subject);
      for (const { path, required } of fieldsOf(body, place.input)) {
        if (!required) continue;
        const input = withValue(place.input, path, undefined);
        const answer = await expectStatus(subject, 422, { input, headers: headersOf(place) });
        expect(problemsIn(answer)).toContainEqual({
          type: "missing",
          loc: ["body", ...path.map(indexOrKey)],
          msg: "Field required",
        });
      }
    });

  if (endpoint.input.body)
    test("an optional field that is null counts as absent", async () => {
      const { input: prepared } = await aPlace(subject);
      const fields = [...fieldsOf(body, prepared)].filter((field) => !field.required);
      const statusOf = async (path: string[], value: null | undefined) => {
        const place = await aPlace(subject);
        const input = withValue(place.input, path, value);
        return (await ask(subject, { input, headers: headersOf(place) })).status;
      };
      const unchanged = fields.length > 0 ? await statusOf([], undefined) : 0;
      for (const { path } of fields) {
        const isThere = valueAt(prepared, path) !== undefined;
        const statuses = [await statusOf(path, null), isThere ? await statusOf(path, undefined) : unchanged];
        expect(statuses[0], `${path.join(".")} null, and absent`).toBe(statuses[1]);
      }
    });

  test("extreme values never break the service", async () => {
    const place = await aPlace(subject);
    for (const { path, value } of extremesOf(subject, body, place)) {
      const input = withValue(place.input, path, value);
      const answer = await ask(subject, { input, headers: headersOf(place), ...withInfinity(input, value) });
      expect(answer.status, `${path.join(".")} = ${JSON.stringify(value)}: ${answer.text}`).toBeLessThan(500);
    }
  });

  test("NUL and lone surrogates in ids and references are a 422", async () => {
    const place = await aPlace(subject);
    for (const { path, values } of idFieldsOf(subject, body, place))
      for (const value of values) {
        const input = withValue(place.input, path, value);
        const answer = await ask(subject, { input, headers: headersOf(place) });
        expect(answer.status, `${path.join(".")} = ${JSON.stringify(value)}: ${answer.text}`).toBe(422);
      }
  });
}

const KINDS: unknown[] = [1.5, [], {}, true, "some words", null];

function indexOrKey(key: string): string | number {
  return /^\d+$/.test(key) ? Number(key) : key;
}

/** Each field that a schema names, in the objects and the first list elements that the input has. */
function* fieldsOf(schema: JsonSchema, input: unknown, path: string[] = []): Generator<FieldPlace> {
  for (const [key, field] of Object.entries(withoutNull(schema).properties ?? {})) {
    const at = [...path, key];
    yield { path: at, schema: field, required: schema.required?.includes(key) ?? false };
    const inner = withoutNull(field);
    const value = valueAt(input, [key]);
    if (inner.properties && value !== undefined) yield* fieldsOf(inner, value, at);
    if (inner.items && Array.isArray(value) && value.length > 0)
      yield* fieldsOf(inner.items, value[0], [...at, "0"]);
  }
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const rest = schema.anyOf?.filter(({ type }) => type !== "null");
  return rest?.length === 1 && rest[0] ? rest[0] : schema;
}

/** Whether a value of this kind may be right; where the schema is silent it may. */
function mayFit(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => mayFit(one, value));
  if (schema.type === undefined) return true;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes("string") && schema.format === "date-time" && typeof value === "number") return true;
  return types.some((type) => FITS[type]?.(value) ?? true);
}

const FITS: Partial<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};

type Change = { path: string[]; value: unknown };

function* extremesOf({ endpoint }: Subject, body: JsonSchema, { input }: Prepared): Generator<Change> {
  for (const { path, schema } of fieldsOf(body, input)) {
    const numeric = /number|integer/.test(JSON.stringify(schema.type ?? schema.anyOf ?? ""));
    for (const value of numeric ? NUMBERS : TEXTS) yield { path, value };
  }
  for (const name of [...queryNames(endpoint), ...pathNames(endpoint.path)])
    for (const value of ["0", "-1", "99999999999999999999", "x".repeat(300), "%", "../..", "ü"])
      yield { path: [name], value };
}

const INFINITY = "@1e999@";
const NUMBERS: unknown[] = [-1, 0, 2 ** 53, 1e308, "1".repeat(5000), INFINITY];
const TEXTS: unknown[] = [
  "",
  "x".repeat(300),
  "a\u0000b",
  "\ud800",
  "🙂".repeat(50),
  ["a\u0000b"],
  { "a\u0000": "\ud800" },
];

/** JSON cannot write infinity, but 1e999 reads as it. */
function withInfinity(input: Record<string, unknown>, value: unknown): { body?: string } {
  return value === INFINITY ? { body: JSON.stringify(input).replaceAll(`"${INFINITY}"`, "1e999") } : {};
}

const BROKEN = ["a\u0000b", "\ud800"];

function* idFieldsOf(
  { endpoint }: Subject,
  body: JsonSchema,
  { input }: Prepared,
): Generator<{ path: string[]; values: unknown[] }> {
  for (const { path, schema } of fieldsOf(body, input)) {
    if (!/(^|_)(id|ids|ref|refs)$/.test(path.at(-1) ?? "")) continue;
    const kind = withoutNull(schema);
    // A form is UTF-8, which has no lone surrogates.
    if (kind.type === "string") yield { path, values: endpoint.upload ? BROKEN.slice(0, 1) : BROKEN };
    if (kind.type === "array") yield { path, values: BROKEN.map((text) => [text]) };
  }
  // A path cannot carry a lone surrogate.
  for (const name of pathNames(endpoint.path)) yield { path: [name], values: ["a\u0000b"] };
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "");
}
