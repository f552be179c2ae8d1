import { setTimeout as sleep } from "node:timers/promises";
import { THREAD_SORT_FIELDS } from "#lib/contract/traces/threads.ts";
import { post } from "./ingest.ts";
import { type Measurement, measure } from "./measure.ts";
import type { Product } from "./product.ts";

const THREADS = 50_000;
const CALLS = 1_000_000;
const PAGE = 50;
const LONG = "thread of 1,000 turns";

/** The six sorts over a million calls in 50,000 threads (a quarter of the calls are turns), without and with a window of a week. */
export async function measureThreads(product: Product): Promise<Measurement[]> {
  await fillThreads(product);
  const rows: Measurement[] = [];
  const week = { after_datetime: "2025-12-10T00:00:00Z", before_datetime: "2025-12-17T00:00:00Z" };
  for (const filter of [undefined, week])
    for (const field of THREAD_SORT_FIELDS) rows.push(await measureSort(product, field, filter));
  for (const [name, filter] of FILTERS) rows.push(await measureFilter(product, name, filter));
  for (const filter of [undefined, week]) rows.push(await measureSummary(product, filter));
  rows.push(...(await measureThread(product)));
  return rows;
}

/** What narrows the list beyond time, over 25,000 queue items, as much feedback and 10,000 failed calls. */
const FILTERS: readonly [string, object][] = [
  ["at least 3 turns", { min_turns: 3 }],
  ["a median of 3 s", { min_p50_turn_duration_ms: 3000 }],
  ["with errors", { has_errors: true }],
  ["in no queue", { in_queue: false }],
  ["with feedback", { has_feedback: true }],
  ["a part of the id", { search: "D-499" }],
];

async function measureFilter(product: Product, name: string, filter: object): Promise<Measurement> {
  const body = { project_id: product.project, limit: PAGE, filter };
  await product.resetDatabaseTimes();
  const measured = await measure({
    name: `POST /threads/stream_query, ${name}`,
    requests: 40,
    concurrency: 1,
    send: () => post(product, "/threads/stream_query", body),
    cpuMicros: product.cpuMicros,
  });
  return { ...measured, databaseMs: await product.databaseMs("thread_stat") };
}

function measureSummary(product: Product, filter: object | undefined): Promise<Measurement> {
  const body = { project_id: product.project, ...(filter ? { filter } : {}) };
  return measure({
    name: `POST /threads/summary${filter ? ", one week" : ""}`,
    requests: 20,
    concurrency: 1,
    send: () => post(product, "/threads/summary", body),
    cpuMicros: product.cpuMicros,
  });
}

/** The rows in sight of a list, and the first and the last window of a thread of a thousand turns. */
async function measureThread(product: Product): Promise<Measurement[]> {
  const { project: project_id } = product;
  const thread_ids = Array.from({ length: PAGE }, (_, i) => `thread-${i * 37}`);
  const window = (offset: number) => ({ project_id, thread_id: LONG, limit: 100, offset });
  const asked: [string, string, object][] = [
    [`POST /threads/details of ${PAGE}`, "/threads/details", { project_id, thread_ids }],
    ["POST /threads/turns, the first 100 of 1,000", "/threads/turns", window(0)],
    ["POST /threads/turns, the last 100 of 1,000", "/threads/turns", window(900)],
  ];
  const rows: Measurement[] = [];
  for (const [name, path, body] of asked) {
    const send = () => post(product, path, body);
    rows.push(await measure({ name, requests: 40, concurrency: 1, send, cpuMicros: product.cpuMicros }));
  }
  return rows;
}

async function measureSort(
  product: Product,
  field: string,
  filter: object | undefined,
): Promise<Measurement> {
  const body = {
    project_id: product.project,
    limit: PAGE,
    sort_by: [{ field, direction: "desc" }],
    ...(filter ? { filter } : {}),
  };
  await product.resetDatabaseTimes();
  const measured = await measure({
    name: `POST /threads/stream_query by ${field}${filter ? ", one week" : ""}`,
    requests: 60,
    concurrency: 1,
    send: () => post(product, "/threads/stream_query", body),
    cpuMicros: product.cpuMicros,
    ...(filter ? {} : { aim: "≤ 10 ms in the database" }),
  });
  return { ...measured, databaseMs: await product.databaseMs("thread_stat") };
}

async function fillThreads(product: Product): Promise<void> {
  const { pool } = product.database;
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set lock_timeout = 0");
    const { rows } = await client.query<{ id: string }>("select id from project where entity_name = 'bench'");
    for (let from = 0; from < CALLS; from += 100_000)
      await client.query(FILL, [rows[0]?.id, from, from + 99_999, THREADS]);
    for (const statement of BESIDE) await client.query(statement, [rows[0]?.id]);
    await client.query(FILL_LONG, [rows[0]?.id, LONG]);
    await untilFolded(() =>
      client
        .query<{ n: string }>("select count(*) as n from thread_dirty")
        .then((found) => Number(found.rows[0]?.n)),
    );
    await client.query("vacuum analyze call");
    await client.query("vacuum analyze thread_stat");
    await client.query("vacuum analyze thread_dirty");
    await client.query("vacuum analyze queue_item");
    await client.query("vacuum analyze feedback");
  } finally {
    client.release(true);
  }
}

/** Four calls a turn, five turns a thread, spread over thirty days. */
const FILL = `
  insert into call (project_id, id, trace_id, parent_id, thread_id, turn_id, op_name, started_at, ended_at, inputs, output, user_id, exception)
  select $1, 'c' || n, 't' || turn, case when n % 4 = 0 then null else 'c' || turn * 4 end,
    'thread-' || turn % $4, 'c' || turn * 4, 'chat', began, began + make_interval(secs => 0.05 + (n::bigint * 7919 % 5000) / 1000.0),
    json_build_object('text', repeat('x', 500)), json_build_object('text', repeat('y', 300)), 'bench',
    case when n % 97 = 0 then '"It broke"'::json end
  from (
    select n, n / 4 as turn, timestamptz '2025-12-01' + make_interval(secs => (n / 4 % $4) * 51.8 + (n / 4 / $4) * 120) as began
    from generate_series($2::int, $3::int) n) made`;

/** What hangs on the calls: a queue with every fortieth of them, and as many thumbs. */
const BESIDE = [
  `insert into annotation_queue (id, project_id, name, scorer_refs, created_by)
   values ('bench-threads', $1, 'Threads', '{}', 'bench')`,
  `insert into queue_item (id, project_id, queue_id, call_id, call_started_at, call_op_name, call_trace_id, display_fields, added_by)
   select 'bench-item-' || n, $1, 'bench-threads', 'c' || n * 40, now(), 'chat', 't', '{}', 'bench'
   from generate_series(1, ${CALLS / 40 - 1}) n`,
  `insert into feedback (id, project_id, weave_ref, call_id, feedback_type, payload, user_id, content_hash)
   select 'bench-thumb-' || n, $1, 'bench', 'c' || n * 36, 'wandb.reaction.1', '{"emoji":"👍","detoned":"👍"}', 'bench', '\\x00'
   from generate_series(1, ${CALLS / 40}) n`,
];

/** Each turn sends the conversation before it, as programs do. */
const FILL_LONG = `
  insert into call (project_id, id, trace_id, thread_id, turn_id, op_name, started_at, ended_at, inputs, output, user_id)
  select $1, 'long-' || n, 'long-' || n, $2, 'long-' || n, 'chat', began, began + interval '1.5 seconds',
    json_build_object('messages', (
      select json_agg(json_build_object('role', 'user', 'content', md5(m::text) || md5(n::text))) from generate_series(1, n) m)),
    json_build_object('text', md5(n::text)), 'bench'
  from (select n, timestamptz '2025-12-05' + n * interval '10 seconds' as began from generate_series(1, 1000) n) made`;

/** The worker folds in the background; the measured reads are those of a service at rest. */
async function untilFolded(dirty: () => Promise<number>): Promise<void> {
  for (let tries = 0; tries < 600 && (await dirty()) > 0; tries++) await sleep(500);
}
