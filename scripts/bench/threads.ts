import { setTimeout as sleep } from "node:timers/promises";
import { THREAD_SORT_FIELDS } from "#lib/contract/threads.ts";
import { post } from "./ingest.ts";
import { type Measurement, measure } from "./measure.ts";
import type { Product } from "./product.ts";

const THREADS = 50_000;
const CALLS = 1_000_000;
const PAGE = 50;

/** The six sorts over a million calls in 50,000 threads (a quarter of the calls are turns), without and with a window of a week. */
export async function measureThreads(product: Product): Promise<Measurement[]> {
  await fillThreads(product);
  const rows: Measurement[] = [];
  const week = { after_datetime: "2025-12-10T00:00:00Z", before_datetime: "2025-12-17T00:00:00Z" };
  for (const filter of [undefined, week])
    for (const field of THREAD_SORT_FIELDS) rows.push(await measureSort(product, field, filter));
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
    await untilFolded(() =>
      client
        .query<{ n: string }>("select count(*) as n from thread_dirty")
        .then((found) => Number(found.rows[0]?.n)),
    );
    await client.query("vacuum analyze call");
    await client.query("vacuum analyze thread_stat");
    await client.query("vacuum analyze thread_dirty");
  } finally {
    client.release(true);
  }
}

/** Four calls a turn, five turns a thread, spread over thirty days. */
const FILL = `
  insert into call (project_id, id, trace_id, parent_id, thread_id, turn_id, op_name, started_at, ended_at, inputs, output, user_id)
  select $1, 'c' || n, 't' || turn, case when n % 4 = 0 then null else 'c' || turn * 4 end,
    'thread-' || turn % $4, 'c' || turn * 4, 'chat', began, began + make_interval(secs => 0.05 + (n::bigint * 7919 % 5000) / 1000.0),
    json_build_object('text', repeat('x', 500)), json_build_object('text', repeat('y', 300)), 'bench'
  from (
    select n, n / 4 as turn, timestamptz '2025-12-01' + make_interval(secs => (n / 4 % $4) * 51.8 + (n / 4 / $4) * 120) as began
    from generate_series($2::int, $3::int) n) made`;

/** The worker folds in the background; the measured reads are those of a service at rest. */
async function untilFolded(dirty: () => Promise<number>): Promise<void> {
  for (let tries = 0; tries < 600 && (await dirty()) > 0; tries++) await sleep(500);
}
