import { expect, test } from "vitest";
import type { OpenCtx } from "#lib/access/context.ts";
import { endpoint, type InputOf } from "#lib/contract/endpoint.ts";
import { integer, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import { handle } from "#lib/edge/http/handle.ts";
import * as shown from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { startHarness } from "#lib/testing/harness.ts";

const streamNumbers = endpoint({
  operationId: "streamNumbers",
  group: "project",
  summary: "A line for each number, each of about a kilobyte",
  method: "POST",
  path: "/trial/numbers",
  auth: [],
  needs: null,
  input: { body: wireObject({ count: integer({ min: 0, max: 1_000_000 }), divisor: integer() }) },
  reply: wireObject({ n: integer(), filler: text() }),
  streams: true,
});

async function numbers(ctx: OpenCtx, { count, divisor }: InputOf<typeof streamNumbers>) {
  const filler = shown.text(sql`repeat('x', 1000 + 0 / (${divisor}::int - n))`);
  return ctx.db.stream(sql`
    select ${shown.columns({ n: shown.int(sql`n`), filler })} from generate_series(1, ${count}::int) n`);
}

const api = startHarness(handle(streamNumbers, numbers));
const ask = (body: object) => api.send(null, { path: streamNumbers.path, body });
const lentConnections = () => api.db.pool.totalCount - api.db.pool.idleCount;

test("a stream comes whole, line by line, and gives its connection back", async () => {
  const response = await ask({ count: 3000, divisor: 0 });
  expect(response.headers.get("content-type")).toBe("application/x-ndjson");
  const lines = (await response.text()).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 3000 }, (_, at) => at + 1));
  await expect.poll(lentConnections).toBe(0);
});

test("an invalid input, and a statement that fails at once, are reported before the first byte", async () => {
  expect((await ask({ count: -1, divisor: 0 })).status).toBe(422);
  expect((await ask({ count: 10, divisor: 1 })).status).toBe(500);
  await expect.poll(lentConnections).toBe(0);
});

test("a statement that fails on the way aborts the answer after whole lines", async () => {
  const response = await ask({ count: 100_000, divisor: 50_000 });
  expect(response.status).toBe(200);
  const received: Uint8Array[] = [];
  const reading = (async () => {
    for await (const part of response.body ?? []) received.push(part);
  })();
  await expect(reading).rejects.toThrow();
  const text = Buffer.concat(received).toString();
  const last = JSON.parse(text.slice(0, text.lastIndexOf("\n")).split("\n").at(-1) ?? "{}");
  expect(last.n).toBeLessThan(50_000);
  await expect.poll(lentConnections).toBe(0);
});

test("a connection to the database that ends on the way aborts the answer, and the next one is whole", async () => {
  const response = await ask({ count: 1_000_000, divisor: 0 });
  const reader = response.body?.getReader();
  await reader?.read();
  await api.db.query(sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like 'fetch %'`);
  const rest = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(rest()).rejects.toThrow();
  expect((await (await ask({ count: 5, divisor: 0 })).text()).split("\n")).toHaveLength(6);
});

test("a caller who leaves ends the statement", async () => {
  const left = new AbortController();
  const response = await fetch(`${api.url}/api${streamNumbers.path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ count: 1_000_000, divisor: 0 }),
    signal: left.signal,
  });
  await response.body?.getReader().read();
  expect(lentConnections()).toBe(1);
  left.abort();
  await expect.poll(lentConnections).toBe(0);
});

test("a caller who has left before the answer begins, or before it is read, ends the statement", async () => {
  const { handler } = handle(streamNumbers, numbers);
  for (const leaves of ["before", "after"]) {
    const left = new AbortController();
    const asked = handler(
      new Request(`${api.url}/api${streamNumbers.path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ count: 1_000_000, divisor: 0 }),
        signal: left.signal,
      }),
    );
    await expect.poll(lentConnections).toBe(1);
    if (leaves === "before") left.abort();
    await asked;
    left.abort();
    await expect.poll(lentConnections).toBe(0);
  }
});

test("A key is limited to its share of streamed answers; other keys are unaffected, and a freed place goes to the next caller in line", async () => {
  const [crowd, other] = [await api.aCaller(), await api.aCaller()];
  const begin = (caller: typeof crowd, count: number) =>
    api.send(caller, { path: streamNumbers.path, body: { count, divisor: 0 } });
  const begun: Response[] = [];
  const all = Array.from({ length: 6 }, async () => begun.push(await begin(crowd, 100_000)));
  await expect.poll(() => begun.length).toBe(2);
  expect((await (await begin(other, 3000)).text()).trimEnd().split("\n").length).toBe(3000);
  expect([begun.length, lentConnections()]).toEqual([2, 2]);
  for (let ended = 0; ended < 6; ended++) {
    await expect.poll(() => begun.length).toBeGreaterThan(ended);
    await begun[ended]?.body?.cancel();
  }
  await Promise.all(all);
  expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200]));
  await expect.poll(lentConnections).toBe(0);
});
