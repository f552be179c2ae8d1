import { expect, vi } from "vitest";
import * as contract from "#lib/contract/queues.ts";
import type { Db } from "#lib/db/database.ts";
import { sql } from "#lib/db/sql.ts";
import { newId } from "#lib/ids.ts";
import type { Caller, Harness, TestProject } from "./harness.ts";

/** A queue of a new project, with an engineer there who made it. */
export async function aQueue(api: Harness): Promise<QueuePlace> {
  const project = await api.aProject();
  const caller = await api.aCaller(project, "engineer");
  return { project, caller, ...(await aQueueIn(api, { project, caller })) };
}

/** A queue and its items, one for each of `count` new calls in their order. */
export async function aQueueWithItems(
  api: Harness,
  count = 1,
): Promise<QueuePlace & { items: contract.QueueItem[] }> {
  const place = await aQueue(api);
  const callIds = await someCalls(api, place.project, count);
  const items = await itemsOf(api, place, callIds);
  return { ...place, items };
}

export type QueuePlace = { project: TestProject; caller: Caller; projectId: string; queueId: string };

export async function aQueueIn(
  api: Harness,
  { project, caller }: { project: TestProject; caller: Caller },
  name = "Queue",
): Promise<{ projectId: string; queueId: string }> {
  const { id } = await api.call(caller, contract.createQueue, {
    projectId: project.path,
    name,
    scorerRefs: [],
  });
  return { projectId: project.path, queueId: id };
}

async function itemsOf(
  api: Harness,
  { caller, projectId, queueId }: QueuePlace,
  callIds: string[],
): Promise<contract.QueueItem[]> {
  const queue = { projectId, queueId };
  await api.call(caller, contract.addQueueItems, { ...queue, callIds, displayFields: ["output"] });
  return (await api.call(caller, contract.queryQueueItems, { ...queue })).items;
}

/** Ids of new ended calls, each started a second after the one before. */
export async function someCalls(api: Harness, project: TestProject, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await insertCalls(api, project, ids);
  return ids;
}

/** Writes started and ended calls of these ids in one statement. */
export async function insertCalls(
  { db }: { db: Db },
  project: TestProject,
  ids: readonly string[],
): Promise<void> {
  await db.query(sql`
    insert into call (project_id, id, trace_id, op_name, started_at, ended_at, inputs)
    select ${project.id}, id, 'trace-' || id, 'op', '2026-01-01T00:00:00.000001Z'::timestamptz + place * interval '1 second',
      '2026-01-01T00:00:00.5Z'::timestamptz + place * interval '1 second', '{}'
    from unnest(${[...ids]}::text[]) with ordinality as asked (id, place)`);
}

/** Waits until `count` statements that contain `text` wait for a lock. */
export async function untilWaiting(api: Harness, text: string, count = 1): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await api.db.query(sql`
      select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and strpos(query, ${text}) > 0`);
    expect(waiting).toHaveLength(count);
  }, 2500);
}
