import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Expression, Query } from "#lib/contract/query.ts";
import * as z from "#lib/contract/zod.ts";
import { bool, columns } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { evaluate, type Row } from "#lib/testing/oracles/evaluate-expression.ts";
import { compileExpression, type FieldResolver, jsonAt } from "./compile-expression.ts";

const api = startHarness();

const resolve: FieldResolver = (path) => {
  const [root, ...rest] = path.split(".");
  if (path === "name") return { sql: sql`r.name`, kind: "text" };
  if (path === "count") return { sql: sql`r.count`, kind: "number" };
  if (path === "flag") return { sql: sql`r.flag`, kind: "boolean" };
  if (path === "at") return { sql: sql`r.at`, kind: "timestamp" };
  if (path === "ref")
    return { sql: sql`r.name`, kind: "text", normalize: (text) => text.replace("other:", "") };
  if (path === "tag")
    return {
      sql: sql`t.tag`,
      kind: "text",
      any: (holds) => sql`exists (select 1 from unnest(r.tags) t(tag) where ${holds})`,
    };
  if (root === "payload") return { sql: jsonAt(sql`r.payload`, rest), kind: "json" };
  throw new Rejected(`Unknown field ${path}`);
};

type Given = Row & { tags?: string[] };

/** Which of the rows the condition keeps, decided by the database. */
async function kept(expression: Expression, rows: Given[]): Promise<boolean[]> {
  const plain = rows.map(({ payload, ...row }) => ({ ...row, payload: JSON.stringify(payload) }));
  const found = await api.db.query(sql`
    select ${columns({ kept: bool(sql`coalesce(${compileExpression(expression, resolve)}, false)`) })}
    from (select ordinality, name, count, flag, at, tags, payload::json
          from rows from (json_to_recordset(${JSON.stringify(plain)}::json)
            as (name text, count float8, flag boolean, at timestamptz, tags text[], payload text)) with ordinality
            as given(name, count, flag, at, tags, payload, ordinality)) r
    order by ordinality`);
  return found.map((row) => row.kept);
}

async function keeps(expression: Expression, row: Partial<Given>): Promise<boolean> {
  const whole = { name: null, count: null, flag: null, at: null, payload: {}, ...row };
  const [answer] = await kept(expression, [whole]);
  if (answer === undefined) throw new Error("The database lost the row");
  return answer;
}

const field = (path: string): Expression => ({ $getField: path });
const value = (literal: unknown): Expression => ({ $literal: literal });

describe("comparing", () => {
  test("an equality with null asks whether there is no value, and JSON null is none", async () => {
    expect(await keeps({ $eq: [field("payload.a"), value(null)] }, { payload: { a: null } })).toBe(true);
    expect(await keeps({ $eq: [field("payload.b"), value(null)] }, { payload: { a: 1 } })).toBe(true);
    expect(await keeps({ $eq: [value(null), field("payload.a")] }, { payload: { a: 0 } })).toBe(false);
  });

  test("JSON values compare as texts until they are converted", async () => {
    const row = { payload: { n: 10 } };
    expect(await keeps({ $eq: [field("payload.n"), value(10)] }, row)).toBe(true);
    expect(await keeps({ $gt: [field("payload.n"), value(9)] }, row)).toBe(false);
    const converted: Expression = { $convert: { input: field("payload.n"), to: "double" } };
    expect(await keeps({ $gt: [converted, value(9)] }, row)).toBe(true);
  });

  test("a value that cannot be converted becomes null and is never an error", async () => {
    const texts = [
      "",
      "abc",
      "1e999",
      "-1e-999",
      "9".repeat(500),
      "0x10",
      "NaN",
      "Infinity",
      "1_0",
      " 1",
      "--1",
    ];
    for (const to of ["double", "int"] as const)
      for (const text of texts) {
        const converted: Expression = { $convert: { input: field("payload.x"), to } };
        expect(await keeps({ $eq: [converted, value(null)] }, { payload: { x: text } }), text).toBe(true);
      }
  });

  test("the widest numbers that JSON writes are read", async () => {
    for (const number of [1e300, -2.5e-300, 123456789012345680000, 1e21, 5e-7, -0.1]) {
      const converted: Expression = { $convert: { input: field("payload.x"), to: "double" } };
      expect(await keeps({ $eq: [converted, value(number)] }, { payload: { x: number } })).toBe(true);
    }
  });

  test("a time compares with ISO texts and with seconds", async () => {
    const row = { at: "2026-01-02T03:04:05.678901Z" };
    expect(await keeps({ $eq: [field("at"), value("2026-01-02T03:04:05.678901")] }, row)).toBe(true);
    expect(await keeps({ $gt: [field("at"), value(1767323045)] }, row)).toBe(true);
    expect(await keeps({ $lt: [field("at"), value(1767323045)] }, row)).toBe(false);
    expect(await keeps({ $lt: [field("at"), value("not a time")] }, row)).toBe(false);
    expect(await keeps({ $lt: [field("at"), value(1e300)] }, row)).toBe(false);
  });

  test("a literal is normalised for a field that asks for it, in lists as well", async () => {
    expect(await keeps({ $eq: [value("other:x"), field("ref")] }, { name: "x" })).toBe(true);
    expect(await keeps({ $in: [field("ref"), [value("other:x")]] }, { name: "x" })).toBe(true);
  });

  test("a condition on a field of many values holds where one of them holds it", async () => {
    const condition: Expression = { $eq: [field("tag"), value("b")] };
    expect(await keeps(condition, { tags: ["a", "b"] })).toBe(true);
    expect(await keeps(condition, { tags: ["a"] })).toBe(false);
    expect(await keeps({ $in: [field("tag"), [value("c"), value("a")]] }, { tags: ["a"] })).toBe(true);
    expect(await keeps({ $not: [condition] }, { tags: [] })).toBe(true);
  });

  test("ten thousand ids in one list are one parameter", async () => {
    const ids = Array.from({ length: 9000 }, (_, i) => value(`id-${i}`));
    const compiled = compileExpression({ $in: [field("name"), ids] }, resolve);
    expect(compiled.values).toHaveLength(1);
    expect(await keeps({ $in: [field("name"), ids] }, { name: "id-8999" })).toBe(true);
  });
});

describe("searching", () => {
  test.each(["%", "_", "\\", "a%b", "[a-z]", "'; drop table feedback; --"])(
    "%j is not a pattern",
    async (part) => {
      const condition: Expression = { $contains: { input: field("name"), substr: value(part) } };
      expect(await keeps(condition, { name: "anything" })).toBe(false);
      expect(await keeps(condition, { name: `x${part}x` })).toBe(true);
    },
  );

  test("case counts unless it is said not to", async () => {
    const contains = (insensitive: boolean): Expression => ({
      $contains: { input: field("name"), substr: value("ÄPFEL"), case_insensitive: insensitive },
    });
    expect(await keeps(contains(false), { name: "zwei äpfel" })).toBe(false);
    expect(await keeps(contains(true), { name: "zwei äpfel" })).toBe(true);
  });

  test("a NUL in a literal is searched as stored payloads hold it", async () => {
    expect(await keeps({ $eq: [field("name"), value("a\u0000b\ud800")] }, { name: "a\ufffdb\ufffd" })).toBe(
      true,
    );
  });
});

test("thousands of equalities of one field are one comparison", () => {
  const equalities = Array.from({ length: 3000 }, (_, i) => ({ $eq: [field("name"), value(`id-${i}`)] }));
  const others = [{ $eq: [field("count"), value(1)] }, { $eq: [field("name"), value(null)] }];
  const expression = { $or: [...equalities, ...others] } as Expression;
  const { values, text } = compileExpression(expression, resolve);
  expect(values).toHaveLength(2);
  expect(text).toContain("is null");
});

test("an equality is answered by an index", async () => {
  const byId = compileExpression({ $and: [{ $eq: [field("id"), value("x")] }] }, () => ({
    sql: sql`f.id`,
    kind: "text",
  }));
  const explain = sql`explain select 1 from feedback f where f.project_id = 'p' and ${byId}`;
  const { rows: plan } = await api.db.pool.query(explain.text, explain.values);
  expect(plan.map((line) => line["QUERY PLAN"]).join(" ")).toMatch(/Index Cond: .*project_id.*id/);
});

test("a field that the resolver does not know is refused", () => {
  expect(() => compileExpression({ $eq: [field("secret"), value(1)] }, resolve)).toThrow(
    "Unknown field secret",
  );
});

test("any query over any rows keeps what a plain evaluator keeps, and never fails", async () => {
  await fc.assert(
    fc.asyncProperty(
      anExpression,
      fc.array(aRow, { minLength: 1, maxLength: 6 }),
      async (expression, rows) => {
        expect(z.safeDecode(Query, { $expr: expression }).success).toBe(true);
        const expected = rows.map((row) => evaluate(expression, row));
        expect(await kept(expression, rows)).toEqual(expected);
      },
    ),
    { numRuns: 1500 },
  );
}, 60_000);

const aText = fc.oneof(
  fc.constantFrom(
    "",
    "a",
    "B",
    "ab",
    "true",
    "false",
    "1",
    "0",
    "10",
    "9",
    "2.5",
    "-1e3",
    "1e999",
    "%",
    "é",
    "🎱",
  ),
  fc.string({ maxLength: 3, unit: "grapheme-ascii" }),
);
const aNumber = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.constantFrom(0.1, 2.5, 1e21, 1e-7, -1000, 123456789012345680),
);
const aScalar = fc.oneof(aText, aNumber, fc.boolean(), fc.constant(null));
const aJson = fc.oneof(
  { weight: 4, arbitrary: aScalar },
  { weight: 1, arbitrary: fc.array(aScalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom("a", "b"), aScalar) },
);
const aTime = fc
  .integer({ min: 0, max: 2_000_000_000_000 })
  .map((milliseconds) => new Date(milliseconds).toISOString().replace("Z", "000Z"));
const aRow: fc.Arbitrary<Row> = fc.record({
  name: fc.option(aText),
  count: fc.option(aNumber),
  flag: fc.option(fc.boolean()),
  at: fc.option(aTime),
  payload: fc.dictionary(fc.constantFrom("a", "b", "c"), aJson),
});

const aField = fc
  .constantFrom(
    "name",
    "count",
    "flag",
    "at",
    "payload",
    "payload.a",
    "payload.b",
    "payload.c.a",
    "payload.a.0",
  )
  .map(field);
const aLiteral = fc.oneof(aJson, aTime).map(value);
const { expression: anExpression } = fc.letrec<{ expression: Expression; operand: Expression }>((tie) => ({
  operand: fc.oneof(
    { depthSize: "small" },
    aField,
    aLiteral,
    fc.record({
      $convert: fc.record({
        input: tie("operand"),
        to: fc.constantFrom("double", "string", "int", "bool", "exists"),
      }),
    }),
    fc.record({ $size: tie("operand") }),
    tie("expression"),
  ),
  expression: fc.oneof(
    { depthSize: "small" },
    pairOf("$eq", aField, aLiteral),
    pairOf("$eq", tie("operand"), tie("operand")),
    pairOf("$gt", tie("operand"), tie("operand")),
    pairOf("$gte", tie("operand"), tie("operand")),
    pairOf("$lt", tie("operand"), tie("operand")),
    pairOf("$lte", tie("operand"), tie("operand")),
    fc.record({ $in: fc.tuple(tie("operand"), fc.array(tie("operand"), { maxLength: 4 })) }),
    fc.record({
      $contains: fc.record(
        {
          input: tie("operand"),
          substr: tie("operand"),
          case_insensitive: fc.constantFrom(true, false, null),
        },
        { requiredKeys: ["input", "substr"] },
      ),
    }),
    fc.record({ $and: fc.array(tie("operand"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $or: fc.array(tie("operand"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ $not: fc.tuple(tie("operand")) }),
  ) as fc.Arbitrary<Expression>,
}));

function pairOf(operator: string, left: fc.Arbitrary<Expression>, right: fc.Arbitrary<Expression>) {
  return fc.tuple(left, right).map((pair) => ({ [operator]: pair }) as unknown as Expression);
}
