import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "./product.ts";

/** A week in the middle of the thirty days, cut through an hour at both ends. */
export const WEEK = { after_datetime: "2025-12-10T00:20:00Z", before_datetime: "2025-12-17T00:20:00Z" };

const STEP = 10_000;
const COUNTED = ["call", "thread_stat", "thread_dirty", "queue_item", "feedback"];

/** Writes calls and what hangs on them, and waits until the worker has folded them; gives how long that took. */
export async function fillGrowth({ database }: Product, calls: number): Promise<number> {
  const client = await database.pool.connect();
  const startedAt = performance.now();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set lock_timeout = 0");
    const { rows } = await client.query<{ id: string }>("select id from project where entity_name = 'bench'");
    const projectId = rows[0]?.id;
    for (let from = 0; from < calls; from += STEP)
      await client.query(CALLS, [projectId, from, Math.min(from + STEP, calls) - 1, calls]);
    await client.query(QUEUE, [projectId]);
    for (let from = STEP; from < calls; from += STEP)
      for (const statement of [ITEMS, FEEDBACK])
        await client.query(statement, [projectId, from, from + STEP - 1]);
    for (let noted = 1; noted > 0; ) {
      await sleep(500);
      const found = await client.query<{ n: string }>(NOTED);
      noted = Number(found.rows[0]?.n);
    }
    const filledMs = performance.now() - startedAt;
    for (const name of COUNTED) await client.query(`vacuum analyze ${name}`);
    return filledMs;
  } finally {
    client.release(true);
  }
}

const NOTED = `
  select (select count(*) from thread_dirty) + (select count(*) from call_marked) + (select count(*) from call_change) as n`;

/** Threads of sixteen calls, which begin evenly over thirty days; each turn has one call inside it. */
const CALLS = `
  insert into call (project_id, id, trace_id, parent_id, thread_id, turn_id, op_name, started_at, ended_at, inputs, output, summary, user_id, exception)
  select $1, 'c' || n, 't' || turn, case when n % 2 = 1 then 'c' || turn * 2 end, 'thread-' || n / 16, 'c' || turn * 2,
    case when n % 50021 = 7 then 'rare' when n % 2 = 1 then 'tool-' || n % 7 else 'chat' end,
    began, began + make_interval(secs => 0.05 + (n::bigint * 7919 % 30000) / 1000.0),
    json_build_object('messages', json_build_array(json_build_object('role', 'user', 'content', repeat(md5(n::text), 16)))),
    json_build_object('role', 'assistant', 'content', repeat(md5((n + 1)::text), 10)),
    json_build_object('usage', json_build_object('tiny', json_build_object('prompt_tokens', n % 400, 'completion_tokens', n % 90))),
    'bench', case when n % 100 = 1 then '"It broke"'::json end
  from (
    select n, n / 2 as turn,
      timestamptz '2025-12-01' + make_interval(secs => (n / 16) * (30 * 86400.0 / ($4::int / 16 + 1)) + (n % 16) * 20) as began
    from generate_series($2::int, $3::int) n) made`;

const QUEUE = `
  insert into annotation_queue (id, project_id, name, scorer_refs, created_by)
  values ('bench-growth', $1, 'Growth', '{}', 'bench')`;

const ITEMS = `
  insert into queue_item (id, project_id, queue_id, call_id, call_started_at, call_op_name, call_trace_id, display_fields, added_by)
  select 'bench-growth-' || n, $1, 'bench-growth', 'c' || n * 100, now(), 'chat', 't', '{}', 'bench'
  from generate_series($2::int / 100, $3::int / 100) n`;

const FEEDBACK = `
  insert into feedback (id, project_id, weave_ref, call_id, feedback_type, payload, user_id, content_hash)
  select 'bench-growth-' || n, $1, 'bench', 'c' || n * 10, 'wandb.reaction.1', '{"emoji":"👍","detoned":"👍"}', 'bench', '\\x00'
  from generate_series($2::int / 10, $3::int / 10) n`;
