import { beforeAll, expect, test } from "vitest";
import { actingFor } from "#lib/access/acting-for.ts";
import type { Ctx } from "#lib/access/context.ts";
import { findProject } from "#lib/access/permissions/require-project.ts";
import type { Query } from "#lib/contract/query.ts";
import type { CallPlace } from "#lib/contract/traces/call-fields.ts";
import { searchCalls as contract, getCallStats, streamCalls } from "#lib/contract/traces/calls.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import { seededRandom } from "#lib/platform/seeded-random.ts";
import { blocksRead } from "#lib/testing/blocks-read.ts";
import { aRecorder } from "#lib/testing/data/call-data.ts";
import { aQueueIn } from "#lib/testing/data/queue-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { callConditions } from "./call-conditions.ts";
import { byStart } from "./call-slices.internal.ts";
import { searchCalls } from "./search-calls.ts";

const api = startHarness();
const CALLS = 9_000;
const LOST: Query = {
  $expr: { $contains: { input: { $getField: "inputs" }, substr: { $literal: "parcel" } } },
};

type Place = { project: TestProject; caller: Caller; ctx: Ctx };

/** An annotator of a new project with these calls, of which the first ones are in queues. */
async function anAnnotator(calls: Sql, items: (queueIds: string[]) => Sql): Promise<Place> {
  const { project, caller: engineer } = await aRecorder(api);
  const caller = await api.aCaller(project, "annotator");
  const queueIds = [];
  for (const name of ["open", "own", "of others", "deleted"])
    queueIds.push((await aQueueIn(api, { project, caller: engineer }, name)).queueId);
  const [, own, others, deleted] = queueIds;
  await api.db.query(sql`
    update annotation_queue set annotator_ids = case id when ${own} then array[${caller.userId}] when ${others} then array['somebody'] else '{}' end,
      deleted_at = case id when ${deleted} then now() end
    where project_id = ${project.id}`);
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, thread_id, op_name, started_at, deleted_at, inputs)
    select ${project.id}, c.id, c.trace_id, c.thread_id, 'op', c.started_at, c.deleted_at, json_build_object('text', c.words)
    from (${calls}) c`);
  await api.db.query(sql`
    insert into queue_item (id, project_id, queue_id, call_id, pair_call_id, deleted_at, call_started_at, call_op_name, call_trace_id, display_fields, added_by)
    select gen_random_uuid()::text, ${project.id}, i.queue_id, i.call_id, i.pair_call_id, i.deleted_at, now(), 'op', '', '{}', 'test'
    from (${items(queueIds)}) i`);
  const actor = await actingFor(api.db, { userId: caller.userId, projectId: project.id, purpose: newId() });
  const found = actor && (await findProject(api.db, actor, project.path));
  if (!actor || !found) throw new Error("The annotator is not in the project");
  const ctx = { db: api.db, actor, project: found, requestId: "", signal: new AbortController().signal };
  return { project, caller, ctx };
}

let place: Place;
beforeAll(async () => {
  const random = seededRandom(7);
  const below = (most: number) => Math.floor(random() * most);
  const oneOf = <T>(...values: T[]) => values[below(values.length)] ?? null;
  const idOf = (n: number) => `call-${n}`;
  const calls = Array.from({ length: CALLS }, (_, n) => ({
    id: idOf(n),
    trace_id: `trace-${below(CALLS / 3)}`,
    thread_id: oneOf(null, null, `thread-${below(CALLS / 9)}`),
    // Of some the start has not arrived.
    started_at: random() < 0.02 ? null : new Date(Date.UTC(2026, 0, 1) + 1_000 * below(2_000)),
    deleted_at: random() < 0.05 ? new Date() : null,
    words: oneOf("the lost parcel", "weather"),
  }));
  const items = Array.from({ length: 900 }, () => ({
    queue: below(4),
    // Also calls that never arrived.
    call_id: idOf(below(CALLS + 50)),
    pair_call_id: random() < 0.3 ? idOf(below(CALLS)) : null,
    deleted_at: random() < 0.1 ? new Date() : null,
  }));
  const distinct = [...new Map(items.map((item) => [`${item.queue} ${item.call_id}`, item])).values()];
  place = await anAnnotator(
    sql`select * from json_to_recordset(${JSON.stringify(calls)}::json)
      as c (id text, trace_id text, thread_id text, started_at timestamptz, deleted_at timestamptz, words text)`,
    (queueIds) => {
      const named = distinct.map(({ queue, ...item }) => ({ queue_id: queueIds[queue], ...item }));
      return sql`select * from json_to_recordset(${JSON.stringify(named)}::json)
        as i (queue_id text, call_id text, pair_call_id text, deleted_at timestamptz)`;
    },
  );
});

/** What the condition says of all calls together. */
async function expected(direction: "asc" | "desc", query?: Query): Promise<string[]> {
  const found = await api.db.query(sql`
    select ${columns({ id: text(sql`c.id`) })} from call c where ${callConditions(place.ctx, { query })} ${byStart(direction)}`);
  return found.map(({ id }) => id);
}

type Asked = { direction: "asc" | "desc"; withinMs: number; limit: number; query?: Query };

async function searched(asked: Asked): Promise<string[]> {
  const ids: string[] = [];
  for (let from: CallPlace | null | undefined; from !== null; ) {
    const more = from ? { from } : {};
    const input = { projectId: place.project.path, columns: ["id"], ...asked, ...more };
    const page = await api.call(place.caller, contract, input);
    ids.push(...page.calls.map(({ id }) => id));
    from = page.further;
  }
  return ids;
}

test("an annotator finds the same calls, in the same order, as the condition gives of all calls", async () => {
  for (const direction of ["asc", "desc"] as const)
    for (const query of [undefined, LOST]) {
      const right = await expected(direction, query);
      // Some, but neither none nor all.
      expect(right.length).toBeGreaterThan(500);
      expect(right.length).toBeLessThan(CALLS * 0.8);
      const asked = { direction, ...(query ? { query } : {}) };
      expect(await searched({ ...asked, withinMs: 0, limit: 700 })).toEqual(right);
      expect(await searched({ ...asked, withinMs: 5_000, limit: 1_000 })).toEqual(right);
    }
});

test("counts and streams of what an annotator may see agree with the condition, too", async () => {
  const right = await expected("asc", LOST);
  const asked = { projectId: place.project.path, query: LOST };
  expect(await api.call(place.caller, getCallStats, asked)).toMatchObject({ count: right.length });
  const calls = await api.callAll(place.caller, streamCalls, { ...asked, columns: ["id"] });
  expect(calls.map(({ id }) => id)).toEqual(right);
});

test("a search for the calls of few items reads them and not the project", async () => {
  const large = await anAnnotator(
    sql`select 'c' || n as id, 't' || n / 5 as trace_id, null::text as thread_id, null::timestamptz as deleted_at, 'the lost parcel' as words,
      timestamptz '2026-01-01' + make_interval(secs => n) as started_at from generate_series(0, 29999) n`,
    ([open]) =>
      sql`select ${open} as queue_id, 'c' || n * 1499 as call_id, null::text as pair_call_id, null::timestamptz as deleted_at from generate_series(1, 20) n`,
  );
  await api.asOwner(sql`analyze`);
  const statements: Sql[] = [];
  const db: Db = {
    ...api.db,
    query: (statement, name) => {
      statements.push(statement);
      return api.db.query(statement, name);
    },
  };
  const input = { projectId: large.project.path, direction: "desc", limit: 200, withinMs: 5_000 } as const;
  const { calls } = await searchCalls({ ...large.ctx, db }, { ...input, query: LOST, columns: ["id"] });
  expect(calls).toHaveLength(100);
  let blocks = 0;
  for (const statement of statements) blocks += await blocksRead(api.db, statement);
  // The project has some thousand.
  expect(blocks).toBeLessThan(1_500);
});
