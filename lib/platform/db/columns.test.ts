import { expect, expectTypeOf, test } from "vitest";
import { DELETION_STAGES } from "#lib/contract/access/projects.ts";
import { ROLES } from "#lib/contract/access.ts";
import { RL_FALLBACKS } from "#lib/contract/annotation/awaited.ts";
import { DECISION_METHODS } from "#lib/contract/annotation/queue-lead.ts";
import { ITEM_ORDERS, QUEUE_KINDS, SKIP_POLICIES } from "#lib/contract/annotation/queue-settings.ts";
import { ANNOTATION_STATES } from "#lib/contract/annotation/queues.ts";
import { TRAINING_MODES } from "#lib/contract/models/models.ts";
import { RETENTION_UNITS } from "#lib/contract/traces/retention.ts";
import { FILE_KINDS } from "#lib/contract/training/files.ts";
import { JOB_KINDS, JOB_STATES } from "#lib/contract/training/job-states.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import * as enums from "#lib/generated/prisma/enums.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { allOrNull, columnName, columns, field, int, json, of, text } from "./columns.ts";
import { sql } from "./sql.ts";

const api = startHarness();

test("a list of columns writes the names and knows the types of its rows", async () => {
  await api.db.prisma.entity.create({ data: { name: "listed" } });
  const statement = sql`
    select ${columns({
      ...of("entity e", "name", "createdAt"),
      ...allOrNull(of("project p", "displayName")),
      project: field("project p", "id"),
      count: int(sql`${2}::int + ${3}`),
      word: text<"a" | "b">(sql`'a'`),
      data: json<{ a: number[] }>(sql`'{"a":[1]}'`),
    })}
    from entity e left join project p on p.entity_name = e.name where e.name = ${"listed"}`;
  expect(statement.text).toContain(
    `e.name as "name", e.created_at as "createdAt", p.display_name as "displayName", p.id as "project", ($1::int + $2)::int4 as "count"`,
  );
  // Through the pool, which knows nothing of types: a left join that is not marked as one would be refused here in tests.
  const { rows } = await api.db.pool.query(statement.text, statement.values);
  expect(rows).toEqual([
    {
      name: "listed",
      createdAt: expect.any(Date),
      displayName: null,
      project: null,
      count: 5,
      word: "a",
      data: { a: [1] },
    },
  ]);
  await expect(api.db.query(statement)).rejects.toThrow(/"project" is null and not the text/);

  const read = () => api.db.query(statement);
  expectTypeOf<Awaited<ReturnType<typeof read>>[number]>().toEqualTypeOf<{
    name: string;
    createdAt: Date;
    displayName: string | null;
    project: string;
    count: number;
    word: "a" | "b";
    data: { a: number[] };
  }>();
});

test("names that the schema does not have, and rows without a list, do not compile", () => {
  // @ts-expect-error no such field
  of("entity e", "nmae");
  // @ts-expect-error no such table
  of("entities e", "name");
  const unread = async () => {
    const [row] = await api.db.query(sql`select name from entity`);
    // @ts-expect-error nothing is known of the row
    return row?.name;
  };
  expect(unread).toBeTypeOf("function");
});

test("every field of the schema is the column of its name", async () => {
  const found = await api.db.query(sql`
    select ${columns({ name: text(sql`table_name || ' ' || column_name`) })}
    from information_schema.columns where table_schema = 'public'`);
  const known = new Set(found.map(({ name }) => name));
  const wanted = Object.values(Prisma.ModelName).flatMap((model) => {
    const fields: Record<string, string> = Prisma[`${model}ScalarFieldEnum`];
    const table = model === "User" ? "app_user" : columnName(model[0]?.toLowerCase() + model.slice(1));
    return Object.keys(fields).map((name) => `${table} ${columnName(name)}`);
  });
  expect(wanted.length).toBeGreaterThan(300);
  expect(wanted.filter((name) => !known.has(name))).toEqual([]);
});

test("columns hold the words of the contract and no others", async () => {
  const words = (of: Record<string, string>) => Object.values(of);
  expect(words(enums.ProjectRole)).toEqual([...ROLES]);
  expect(words(enums.QueueKind)).toEqual([...QUEUE_KINDS]);
  expect(words(enums.ItemOrder)).toEqual([...ITEM_ORDERS]);
  expect(words(enums.SkipPolicy)).toEqual([...SKIP_POLICIES]);
  expect(words(enums.TrainingMode)).toEqual([...TRAINING_MODES]);
  expect(words(enums.FileKind)).toEqual([...FILE_KINDS]);
  expect(words(enums.JobKind)).toEqual([...JOB_KINDS]);
  expect(words(enums.JobState)).toEqual([...JOB_STATES]);
  expect(words(enums.RetentionUnit)).toEqual([...RETENTION_UNITS]);
  expect(words(enums.DeletionStage)).toEqual([...DELETION_STAGES]);
  const checks = await api.db.query(sql`
    select ${columns({ name: text(sql`conname`), rule: text(sql`pg_get_constraintdef(oid)`) })} from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`);
  const wordsIn = (name: string) =>
    [...(checks.find((check) => check.name === name)?.rule ?? "").matchAll(/'([^']+)'/g)].map(
      ([, word]) => word,
    );
  expect(wordsIn("queue_item_annotation_state")).toEqual([...ANNOTATION_STATES]);
  expect(wordsIn("item_progress_state")).toEqual([...ANNOTATION_STATES]);
  expect(wordsIn("queue_item_awaited_fallback_check")).toEqual([...RL_FALLBACKS]);
  expect(wordsIn("adjudication_method")).toEqual([...DECISION_METHODS]);
});
