import { expect, test } from "vitest";
import { sql } from "#lib/platform/db/sql.ts";
import { blocksOfWork } from "#lib/testing/blocks-of-work.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { missingCallsIn } from "./count-missing-calls.internal.ts";

const api = startHarness();

const ANSWERED = { inputs: { messages: [{ role: "user", content: "Where is it?" }] }, output: "Here." };

/** Threads of so many turns, each of which searched for something. */
async function someThreads(threads: number, turns: number): Promise<string> {
  const { id } = await api.aProject();
  const each = sql`generate_series(1, ${threads}::int) as t, generate_series(1, ${turns}::int) as n`;
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, op_name, thread_id, turn_id, started_at, ended_at, inputs, output)
    select ${id}, t || '-' || n, t || '-' || n, 'agent', 'thread ' || t, t || '-' || n, now() + n * interval '1 s', now(), '{}', '"Here."' from ${each}`);
  await api.db.query(sql`
    insert into call (project_id, id, trace_id, parent_id, op_name, started_at, ended_at, inputs, output)
    select ${id}, 'search ' || t || '-' || n, t || '-' || n, t || '-' || n, 'search', now(), now(), json_build_object('n', n), '{"found":1}' from ${each}`);
  return id;
}

test("of a long thread the nearest hundred turns count, and reading them does not read all of it for each row", async () => {
  const projectId = await someThreads(1, 1_000);
  const calls = new Map(Array.from({ length: 500 }, (_, n) => [`1-${n + 501}`, ANSWERED]));
  const { result, blocks } = await blocksOfWork(api.db, (db) => missingCallsIn(db, projectId, calls));
  expect(result.size).toBe(500);
  for (const counted of result.values()) expect(counted).toEqual({ missingCalls: 1, earlierCalls: 100 });
  expect(blocks).toBeLessThan(60_000);
});

test("the first turn has no earlier one, and threads know nothing of each other, also where nothing was counted of the project yet", async () => {
  await someThreads(5, 5);
  await api.asOwner(sql`analyze`);
  const projectId = await someThreads(500, 3);
  const calls = new Map(Array.from({ length: 500 }, (_, n) => [`${n + 1}-${(n % 3) + 1}`, ANSWERED]));
  const { result, blocks } = await blocksOfWork(api.db, (db) => missingCallsIn(db, projectId, calls));
  expect(["1-1", "2-2", "3-3"].map((id) => result.get(id)?.earlierCalls)).toEqual([0, 1, 2]);
  expect(blocks).toBeLessThan(60_000);
});
