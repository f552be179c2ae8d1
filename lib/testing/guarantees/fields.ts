import { expect, test } from "vitest";
import { type JsonSchema, wireSchemaOf } from "#lib/contract/wire-schema.ts";
import { type Answer, ask, credentialsOf, expectStatus, problemsIn, queryNames } from "./ask.ts";
import { type FieldPlace, fieldsOf, mayFit, withoutNull } from "./field-places.ts";
import { aPlace, type Prepared, type Subject, type WireInput, withValue } from "./subject.ts";

/** What holds for each field that the contract names, whatever is put into it. */
export function fieldGuarantees(subject: Subject): void {
  const { api, endpoint } = subject;
  const body = endpoint.input.body ? wireSchemaOf(endpoint.input.body) : {};
  const headersOf = ({ caller }: Prepared) => credentialsOf(api, endpoint, caller);

  // In a form every value is a text.
  if (endpoint.input.body && !endpoint.upload)
    test("a value of the wrong kind is a 422 that says where", () => refusesOtherKinds(subject, body));

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
    test("an optional field that is null counts as absent", () => takesNullAsAbsent(subject, body));

  test("extreme values never break the service", async () => {
    const { input } = await aPlace(subject);
    for (const changes of extremesOf(subject, body, input)) {
      const together = await namedTogether(subject, changes);
      for (const change of changes.filter(({ path }) => !together.has(path))) {
        const { status, text } = await askWith(subject, [change]);
        expect(status, `${change.path.join(".")} = ${JSON.stringify(change.value)}: ${text}`).toBeLessThan(
          500,
        );
      }
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

async function refusesOtherKinds(subject: Subject, body: JsonSchema): Promise<void> {
  const place = await aPlace(subject);
  const fields = [...fieldsOf(body, place.input)];
  for (const value of KINDS) {
    const mayPass = ({ schema, required }: FieldPlace) =>
      mayFit(schema, value) || (value === null && !required);
    const together = await namedTogether(
      subject,
      fields.filter((field) => !mayPass(field)).map(({ path }) => ({ path, value })),
    );
    for (const field of fields) {
      // Texts and null that fit are tried below, with the extremes and by being absent.
      if (together.has(field.path) || (mayPass(field) && (value === null || value === WORDS))) continue;
      const answer = await askWith(subject, [{ path: field.path, value }]);
      const what = `${field.path.join(".")} = ${JSON.stringify(value)}: ${answer.text.slice(0, 300)}`;
      expect(answer.status, what).toBeLessThan(500);
      if (mayPass(field)) continue;
      expect(answer.status, what).toBe(422);
      expect(names(answer, field.path), what).toBe(true);
    }
  }
}

async function takesNullAsAbsent(subject: Subject, body: JsonSchema): Promise<void> {
  const { input } = await aPlace(subject);
  const optional = [...fieldsOf(body, input)].filter((field) => !field.required);
  const statusOf = async (paths: string[][], value: null | undefined) =>
    (
      await askWith(
        subject,
        paths.map((path) => ({ path, value })),
      )
    ).status;
  for (const group of ofObjects(optional)) {
    const paths = group.map(({ path }) => path);
    const [asNull, asAbsent] = [await statusOf(paths, null), await statusOf(paths, undefined)];
    // Where the request is accepted without any of them, each of them was taken.
    if (asNull === asAbsent && asNull < 400) continue;
    for (const path of paths) {
      const statuses = [await statusOf([path], null), await statusOf([path], undefined)];
      expect(statuses[0], `${path.join(".")} null, and absent`).toBe(statuses[1]);
    }
  }
}

/** The places in one object, of each object. */
function ofObjects<T extends { path: string[] }>(places: readonly T[]): T[][] {
  const groups = Object.groupBy(places, ({ path }) => path.slice(0, -1).join("."));
  return Object.values(groups).flatMap((group) => (group ? [group] : []));
}

type Change = { path: string[]; value: unknown };

const WORDS = "some words";
const KINDS: unknown[] = [1.5, [], {}, true, WORDS, null];

async function askWith(subject: Subject, changes: readonly Change[]): Promise<Answer> {
  const place = await aPlace(subject);
  const input = changes.reduce((made, { path, value }) => withValue(made, path, value), place.input);
  const headers = credentialsOf(subject.api, subject.endpoint, place.caller);
  return ask(subject, { input, headers, ...withInfinity(input) });
}

/**
 * Changes the fields of each object together, and gives those that the answer names: each would be refused alone, too, before anything
 * else is done with the request. Hundreds of requests become a few.
 */
async function namedTogether(subject: Subject, changes: readonly Change[]): Promise<Set<string[]>> {
  const named = new Set<string[]>();
  for (const group of ofObjects(changes)) {
    if (group.length < 2) continue;
    const answer = await askWith(subject, group);
    expect(answer.status, `${JSON.stringify(group).slice(0, 1000)}: ${answer.text}`).toBeLessThan(500);
    if (answer.status !== 422) continue;
    for (const { path } of group) if (names(answer, path)) named.add(path);
  }
  return named;
}

/** Whether a 422 has a problem at a field, or inside what it holds. */
function names(answer: Answer, path: readonly string[]): boolean {
  const at = ["body", ...path].join(".");
  return problemsIn(answer).some(({ loc }) => `${loc.join(".")}.`.startsWith(`${at}.`));
}

function indexOrKey(key: string): string | number {
  return /^\d+$/.test(key) ? Number(key) : key;
}

/** Lists of changes, the same value in all fields of a list. */
function* extremesOf({ endpoint }: Subject, body: JsonSchema, input: WireInput): Generator<Change[]> {
  const fields = [...fieldsOf(body, input)];
  const numbers = fields.filter(({ schema }) =>
    /number|integer/.test(JSON.stringify(schema.type ?? schema.anyOf ?? "")),
  );
  const others = fields.filter((field) => !numbers.includes(field));
  for (const value of NUMBERS) yield numbers.map(({ path }) => ({ path, value }));
  for (const value of TEXTS) yield others.map(({ path }) => ({ path, value }));
  for (const name of [...queryNames(endpoint), ...pathNames(endpoint.path)])
    for (const value of ["0", "-1", "2147483648", "99999999999999999999", "x".repeat(300), "%", "../..", "ü"])
      yield [{ path: [name], value }];
}

const INFINITY = "@1e999@";
/** The first that are more than PostgreSQL's integer holds, than its smallest does, and than a whole number of JavaScript: fields of any width are read in between. */
const NUMBERS: unknown[] = [
  -1,
  0,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  1e308,
  "1".repeat(5000),
  INFINITY,
];
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
function withInfinity(input: WireInput): { body?: string } {
  const text = JSON.stringify(input);
  return text.includes(INFINITY) ? { body: text.replaceAll(`"${INFINITY}"`, "1e999") } : {};
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
