import { afterEach, expect, test, vi } from "vitest";
import { startHarness } from "#lib/testing/harness.ts";
import { askingFor } from "./asking-for.ts";
import { columns, int } from "./columns.ts";
import { sql } from "./sql.ts";

const api = startHarness();
afterEach(() => void vi.useRealTimers());

const numbers = (count: number) =>
  sql`select ${columns({ n: int(sql`n`) })} from generate_series(1, ${count}::int) n order by n`;

test.each([0, 1, 199, 200, 201, 1700])(
  "all of %i rows come in order, and the connection goes back",
  async (count) => {
    const rows = await Array.fromAsync(await api.db.stream(numbers(count)));
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    await untilNoneIsLent();
  },
);

test("a reader who leaves early ends the statement", async () => {
  let seen = 0;
  for await (const _ of await api.db.stream(numbers(1_000_000))) if (++seen === 700) break;
  expect(seen).toBe(700);
  await untilNoneIsLent();
});

test("a statement that cannot run fails before the first row, and one that fails later fails there", async () => {
  await expect(api.db.stream(sql`select * from no_such_table`)).rejects.toMatchObject({ code: "42P01" });
  const rows = await api.db.stream(sql`select 1 / (700 - n) as x from generate_series(1, 1000) n`);
  let seen = 0;
  await expect(
    (async () => {
      for await (const _ of rows) seen++;
    })(),
  ).rejects.toMatchObject({ code: "22012" });
  expect(seen).toBeLessThan(700);
  await untilNoneIsLent();
  expect(await api.db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test("rows are read, never written", async () => {
  const writing = sql`select nextval(pg_get_serial_sequence('thread_dirty', 'id'))`;
  await expect(api.db.stream(writing)).rejects.toMatchObject({ code: "25006" });
});

test("inside a transaction a stream sees what the transaction wrote", async () => {
  await api.db.transaction(async (db) => {
    await db.prisma.entity.create({ data: { name: "written-here" } });
    const rows = await db.stream(sql`select name from entity where name = 'written-here'`);
    expect(await Array.fromAsync(rows)).toEqual([{ name: "written-here" }]);
  });
});

/** Two streams of one caller, as many as it may have, and a third one that waits. */
async function aCrowd() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"] });
  const begin = () => askingFor("crowd", () => api.db.stream(numbers(100_000)));
  const readers = [await begin(), await begin()].map((rows) => rows[Symbol.asyncIterator]());
  const third = begin().then(
    (rows) => rows[Symbol.asyncIterator](),
    (error: unknown) => ({ error }),
  );
  return { readers, third };
}

test("A reader who takes nothing makes way where somebody waits, and its answer ends in a fault", async () => {
  const { readers, third } = await aCrowd();
  await vi.advanceTimersByTimeAsync(6000);
  const [taking, still] = readers;
  expect(await taking?.next()).toMatchObject({ value: { n: 1 } });
  await vi.advanceTimersByTimeAsync(3000);
  expect(await third).toHaveProperty("next");
  await expect(still?.next()).rejects.toMatchObject({ name: "Unavailable" });
  expect(await taking?.next()).toMatchObject({ value: { n: 2 } });
  const last = await third;
  for (const reader of [taking, still, "next" in last ? last : undefined]) await reader?.return?.();
  await untilNoneIsLent();
});

test("While every reader makes progress, a waiting one is refused with the number of answers that may be read at a time", async () => {
  const { readers, third } = await aCrowd();
  for (let times = 0; times < 3; times++) {
    await vi.advanceTimersByTimeAsync(4000);
    for (const reader of readers) await reader.next();
  }
  expect(await third).toMatchObject({
    error: { name: "RateLimited", message: expect.stringContaining("At most 2 streamed responses") },
  });
  for (const reader of readers) await reader.return?.();
  await untilNoneIsLent();
});

async function untilNoneIsLent(): Promise<void> {
  vi.useRealTimers();
  await expect.poll(() => api.db.pool.totalCount - api.db.pool.idleCount).toBe(0);
}
