import { expect, test, vi } from "vitest";
import * as contract from "#lib/contract/annotation/queues.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { aQueue } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

/** So many that no buffer on the way holds them all: 60 MB. */
async function manyQueues() {
  const place = await aQueue(api);
  await api.db.query(sql`
    insert into annotation_queue (id, project_id, name, description, scorer_refs, created_by)
    select ${place.queueId} || n, ${place.project.id}, 'queue ' || n, repeat('words ', 2500), '{}', 'someone'
    from generate_series(1, 4000) as n`);
  const request = api.requestOf(contract.queryQueues, { projectId: place.projectId }, place.caller);
  const response = await fetch(request);
  if (!response.body) throw new Error("The answer has no body");
  return { ...place, response, reader: response.body.getReader() };
}

const everyOtherConnection = sql`
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

test("a stream whose database goes away is broken off, never ended as if it were whole", async () => {
  const { response, reader } = await manyQueues();
  expect(response.status).toBe(200);
  await reader.read();
  expect((await api.db.query(everyOtherConnection)).length).toBeGreaterThan(0);
  const drain = async () => {
    for (;;) if ((await reader.read()).done) return;
  };
  await expect(drain()).rejects.toThrow();
});

test("a reader who leaves gives the connection back", async () => {
  const { reader } = await manyQueues();
  await reader.read();
  expect(api.db.pool.totalCount - api.db.pool.idleCount).toBe(1);
  await reader.cancel();
  await vi.waitFor(() => expect(api.db.pool.totalCount - api.db.pool.idleCount).toBe(0), 5000);
});

test("ten thousand queues arrive whole, each once", async () => {
  const { project, caller, projectId } = await aQueue(api);
  await api.db.query(sql`
    insert into annotation_queue (id, project_id, name, scorer_refs, created_by)
    select gen_random_uuid(), ${project.id}, 'queue ' || n, '{}', 'someone' from generate_series(1, 9999) as n`);
  const found = await api.callAll(caller, contract.queryQueues, { projectId });
  expect(new Set(found.map((queue) => queue.id)).size).toBe(10_000);
});
