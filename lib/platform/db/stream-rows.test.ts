import { expect, test } from "vitest";
import { startHarness } from "#lib/testing/harness.ts";
import { sql } from "./sql.ts";

const api = startHarness();

const numbers = (count: number) => sql`select n from generate_series(1, ${count}::int) n order by n`;

test.each([0, 1, 199, 200, 201, 1700])(
  "all of %i rows come in order, and the connection goes back",
  async (count) => {
    const rows = await Array.fromAsync(await api.db.stream<{ n: number }>(numbers(count)));
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
  const rows = await api.db.stream<{ x: number }>(
    sql`select 1 / (700 - n) as x from generate_series(1, 1000) n`,
  );
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

async function untilNoneIsLent(): Promise<void> {
  await expect.poll(() => api.db.pool.totalCount - api.db.pool.idleCount).toBe(0);
}
