import { expect, test } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import { columns, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { newId } from "#lib/platform/ids.ts";
import {
  aQueue,
  aQueueIn,
  insertCalls,
  type QueuePlace,
  someCalls,
  untilWaiting,
} from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

function add({ caller, projectId, queueId }: QueuePlace, callIds: string[]) {
  return api.call(caller, contract.addQueueItems, { projectId, queueId, callIds, displayFields: [] });
}

async function callIdsOf({ caller, projectId, queueId }: QueuePlace): Promise<string[]> {
  const query = { projectId, queueId };
  return (await api.call(caller, contract.queryQueueItems, query)).items.map((item) => item.callId);
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

test("eight clients that add the same thousand calls in different orders add each once", async () => {
  const place = await aQueue(api);
  const callIds = await someCalls(api, place.project, 1000);
  const replies = await Promise.all(Array.from({ length: 8 }, () => add(place, shuffled(callIds))));
  const total = (count: (reply: (typeof replies)[number]) => number) =>
    replies.reduce((sum, reply) => sum + count(reply), 0);
  expect(total((reply) => reply.addedCount)).toBe(1000);
  expect(total((reply) => reply.duplicates)).toBe(7000);
  expect((await callIdsOf(place)).sort()).toEqual([...callIds].sort());
});

test("a call that is being written while it is asked for becomes an item", async () => {
  const place = await aQueue(api);
  const id = newId();
  let adding: ReturnType<typeof add> | undefined;
  await api.db.transaction(async (db) => {
    await insertCall(db, place, id);
    adding = add(place, [id]);
    await untilWaiting(api, "pg_advisory_xact_lock(");
  });
  expect(await adding).toEqual({ addedCount: 1, duplicates: 0, pending: [] });
  expect(await callIdsOf(place)).toEqual([id]);
});

test("a call that arrives while its request is being written down becomes an item", async () => {
  const place = await aQueue(api);
  const id = newId();
  let arriving: Promise<void> | undefined;
  await api.db.transaction(async (db) => {
    await db.query(sql`select pg_advisory_xact_lock(pending_calls_lock(${place.project.id}))`);
    await db.query(sql`
      insert into pending_queue_call (project_id, queue_id, call_id, display_fields, added_by)
      values (${place.project.id}, ${place.queueId}, ${id}, '{}', ${place.caller.userId})`);
    arriving = insertCall(api.db, place, id);
    await untilWaiting(api, "insert into call");
  });
  await arriving;
  expect(await callIdsOf(place)).toEqual([id]);
});

async function insertCall(db: Db, { project }: QueuePlace, id: string): Promise<void> {
  await db.query(sql`
    insert into call (project_id, id, trace_id, op_name, started_at) values (${project.id}, ${id}, 't', 'op', now())`);
}

/** The transaction stays open for a random moment, so that requests fall before, into and after it. */
async function arrive({ project }: QueuePlace, ids: string[]): Promise<void> {
  await api.db.transaction(async (db) => {
    await insertCalls({ db }, project, ids);
    await db.query(sql`select pg_sleep(${Math.random() / 50})`);
  });
}

test("requests and arrivals in any order lose no call and add none twice", async () => {
  const first = await aQueue(api);
  const second = { ...first, ...(await aQueueIn(api, first)) };
  const ids = Array.from({ length: 600 }, () => newId());
  const batches = (size: number) =>
    Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size));
  const work = [
    ...batches(30).map((batch) => () => arrive(first, batch)),
    ...[first, second].flatMap((queue) => batches(17).map((batch) => () => add(queue, shuffled(batch)))),
    ...batches(25).map((batch) => () => add(first, batch)),
  ];
  await Promise.all(shuffled(work).map((start) => start()));
  const everyId = [...ids].sort();
  expect((await callIdsOf(first)).sort()).toEqual(everyId);
  expect((await callIdsOf(second)).sort()).toEqual(everyId);
  expect(await api.db.prisma.pendingQueueCall.count({ where: { projectId: first.project.id } })).toBe(0);
});

test("calls of several projects may arrive in one statement", async () => {
  const places = [await aQueue(api), await aQueue(api)];
  const id = newId();
  for (const place of places) await add(place, [id]);
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, op_name, started_at)
    select project_id, ${id}, 't', 'op', now() from unnest(${places.map(({ project }) => project.id)}::text[]) as p (project_id)`);
  for (const place of places) expect(await callIdsOf(place)).toEqual([id]);
});

test("items that a trigger makes carry ids like the others: UUIDv7 of the moment", async () => {
  const before = Date.now();
  const ids = await api.db.query(
    sql`select ${columns({ id: text(sql`new_queue_item_id()`) })} from generate_series(1, 100)`,
  );
  for (const { id } of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const madeAt = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
    expect(madeAt).toBeGreaterThanOrEqual(before - 1);
    expect(madeAt).toBeLessThanOrEqual(Date.now() + 1);
  }
  expect(new Set(ids.map(({ id }) => id)).size).toBe(100);
});
