import { afterEach, expect, test } from "vitest";
import { Conflict, Unavailable } from "#lib/platform/errors.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { aSilenceableServer } from "#lib/testing/silenceable-server.ts";
import { askingFor } from "./asking-for.ts";
import { columns, int, text } from "./columns.ts";
import { type Database, type Db, openDatabase } from "./database.ts";
import { asOurError } from "./database-error.ts";
import { sql } from "./sql.ts";

const api = startHarness();
const opened: Database[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

const ownUrl = () => String(api.db.pool.options.connectionString);

/** Another pool on the same database. */
function aDatabase(maxConnections: number, { url = ownUrl(), answerWithinMs = 12_000 } = {}): Database {
  const database = openDatabase(url, maxConnections, answerWithinMs);
  opened.push(database);
  return database;
}

const addBySql = (db: Db, name: string) => db.query(sql`insert into entity (name) values (${name})`);
const addByPrisma = (db: Db, name: string) => db.prisma.entity.create({ data: { name } });
const countOf = (...names: string[]) => api.db.prisma.entity.count({ where: { name: { in: names } } });
const raise = (state: string) => sql`select 1 from pg_temp_raise(${state})`;
/** What an error of `work` means to a caller. */
const meaningOf = (work: Promise<unknown>) => work.then(() => null, asOurError);

async function canRaise(): Promise<void> {
  await api.asOwner(sql`create or replace function pg_temp_raise(state text) returns setof int language plpgsql as $$
    begin raise exception 'asked for' using errcode = state; end $$`);
}

test("a pool whose connections are all lent out is busy, which is not a database that is away; then it works again", async () => {
  const database = aDatabase(1);
  await database.transaction(async () => {
    const waiting = [
      database.query(sql`select 1`),
      addByPrisma(database, "never-alone"),
      database.transaction((db) => addBySql(db, "never")),
    ];
    for (const meaning of await Promise.all(waiting.map(meaningOf)))
      expect(meaning).toMatchObject({
        name: "Unavailable",
        message: "The database is busy; try again shortly",
      });
  });
  expect(await database.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(await countOf("never", "never-alone")).toBe(0);
});

test("a caller's many queries wait in its own line: other callers are served in between, and those beyond the limit are refused", async () => {
  const database = aDatabase(2);
  const served: string[] = [];
  const ask = (caller: string, work: (db: Db) => Promise<unknown>) =>
    // Prisma asks only once it is waited for.
    askingFor(caller, async () => await work(database)).then(() => served.push(caller));
  const select = (db: Db) => db.query(sql`select 1`);
  const byPrisma = (db: Db) => db.prisma.entity.count();
  // It loads its engine at first, for as long as the machine takes, while the crowd is served.
  await byPrisma(database);
  const refused: Promise<unknown>[] = [];
  const underWay: Promise<unknown>[] = [];
  await database.transaction(async () => {
    await askingFor("crowd", () =>
      database.transaction(async () => {
        for (let n = 0; n < 1024; n++) underWay.push(ask("crowd", select));
        for (const excess of [select, byPrisma, (db: Db) => db.transaction(select)])
          refused.push(meaningOf(ask("crowd", excess)));
        underWay.push(
          ask("other", select),
          ask("other", byPrisma),
          ask("other", (db) => db.transaction(select)),
        );
        for (const meaning of await Promise.all(refused))
          expect(meaning).toMatchObject({
            name: "RateLimited",
            message: expect.stringContaining("1024 other waiting requests"),
          });
      }),
    );
  });
  await Promise.all(underWay);
  expect(served.length).toBe(1027);
  // One of the crowd for each of the other's statements, and what was done at the same time; in one line they would be the last of all.
  expect(served.lastIndexOf("other")).toBeLessThan(256);
});

test("SQL and Prisma share one connection inside a transaction, and one commit", async () => {
  await api.db.transaction(async (db) => {
    const [bySql] = await db.query(sql`select ${columns({ pid: int(sql`pg_backend_pid()`) })}`);
    const [byPrisma] = await db.prisma.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
    expect(byPrisma?.pid).toBe(bySql?.pid);
    await addBySql(db, "commit-a");
    await addByPrisma(db, "commit-b");
    expect(await countOf("commit-a", "commit-b")).toBe(0);
  });
  expect(await countOf("commit-a", "commit-b")).toBe(2);
});

test("a fault rolls back what SQL and Prisma did before it", async () => {
  const failed = api.db.transaction(async (db) => {
    await addBySql(db, "rollback-a");
    await addByPrisma(db, "rollback-b");
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await countOf("rollback-a", "rollback-b")).toBe(0);
});

test("a transaction inside another one is part of it", async () => {
  const failed = api.db.transaction(async (db) => {
    await db.transaction((inner) => addBySql(inner, "inner"));
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await countOf("inner")).toBe(0);
});

test.each(["40001", "40P01"])(
  "work that lost against another transaction (%s) is tried three times",
  async (state) => {
    await canRaise();
    let tries = 0;
    const third = api.db.transaction(async (db) => {
      await addBySql(db, `retried-${state}-${++tries}`);
      if (tries < 3) await db.query(raise(state));
      return tries;
    });
    expect(await third).toBe(3);
    expect(await countOf(...[1, 2, 3].map((n) => `retried-${state}-${n}`))).toBe(1);

    tries = 0;
    const never = api.db.transaction((db) => {
      tries++;
      return db.query(raise(state));
    });
    expect(await meaningOf(never)).toBeInstanceOf(Unavailable);
    expect(tries).toBe(3);
  },
);

test("two transactions that wait for each other both come through", async () => {
  await addBySql(api.db, "left");
  await addBySql(api.db, "right");
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const touch = (db: Db, name: string) =>
    db.query(sql`update entity set created_at = now() where name = ${name}`);
  await Promise.all([
    api.db.transaction(async (db) => {
      await touch(db, "left");
      one.resolve();
      await other.promise;
      await touch(db, "right");
    }),
    api.db.transaction(async (db) => {
      await touch(db, "right");
      other.resolve();
      await one.promise;
      await touch(db, "left");
    }),
  ]);
});

test("work that continues after its transaction has ended does nothing on the connection, which is somebody else's by then", async () => {
  const own = aDatabase(1);
  const { promise: isElsewhere, resolve: goOn } = Promise.withResolvers<void>();
  const lateResults: Promise<unknown>[] = [];
  const work = own.transaction(async (db) => {
    const late = isElsewhere.then(() => addBySql(db, "late"));
    lateResults.push(late.catch((error: unknown) => error));
    await Promise.all([late, Promise.reject(new Error("one of both"))]);
  });
  await expect(work).rejects.toThrow("one of both");
  await own.transaction(async (db) => {
    await addBySql(db, "elsewhere");
    goOn();
    expect(await lateResults[0]).toBeInstanceOf(Unavailable);
  });
  expect(await countOf("elsewhere")).toBe(1);
  expect(await countOf("late")).toBe(0);
});

test("a transaction is as long as it says, and stores nothing beyond that", async () => {
  const inTime = (name: string, timeoutMs: number) =>
    api.db.transaction(
      async (db) => {
        await addBySql(db, name);
        await db.query(sql`select pg_sleep(0.3)::text`);
      },
      { timeoutMs },
    );
  await expect(inTime("late", 100)).rejects.toThrow("100 ms");
  await inTime("in-time", 60_000);
  expect(await countOf("late", "in-time")).toBe(1);
});

test("a statement that takes too long, and a lock that does not come, mean that the service is away for now", async () => {
  const slow = api.db.transaction(async (db) => {
    await db.query(sql`set local statement_timeout = 20`);
    await db.query(sql`select pg_sleep(5)::text`);
  });
  expect(await meaningOf(slow)).toBeInstanceOf(Unavailable);
  await addBySql(api.db, "locked");
  const lock = sql`select 1 from entity where name = 'locked' for update`;
  await api.db.transaction(async (holder) => {
    await holder.query(lock);
    const waiter = api.db.transaction(async (db) => {
      await db.query(sql`set local lock_timeout = 20`);
      await db.query(lock);
    });
    expect(await meaningOf(waiter)).toBeInstanceOf(Unavailable);
  });
});

test("each connection sets how long it may wait", async () => {
  const rows = await api.db.query(sql`
    select ${columns({ name: text(sql`name`), setting: text(sql`setting`) })} from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`);
  expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
    "idle_in_transaction_session_timeout 15000",
    "lock_timeout 3000",
    "statement_timeout 10000",
  ]);
});

test("a connection that the server ends inside a transaction leaves nothing, and the next one works", async () => {
  const cut = api.db.transaction(async (db) => {
    await addBySql(db, "cut-a");
    const [row] = await db.query(sql`select ${columns({ pid: int(sql`pg_backend_pid()`) })}`);
    await api.db.query(sql`select pg_terminate_backend(${row?.pid ?? 0}::int, 5000)`);
    await addByPrisma(db, "cut-b");
  });
  expect(await meaningOf(cut)).toBeInstanceOf(Unavailable);
  expect(await countOf("cut-a", "cut-b")).toBe(0);
  await api.db.transaction((db) => addBySql(db, "after-cut"));
  expect(await countOf("after-cut")).toBe(1);
});

test("a row that exists already is a conflict, by SQL and by Prisma", async () => {
  await addBySql(api.db, "twice");
  expect(await meaningOf(addBySql(api.db, "twice"))).toBeInstanceOf(Conflict);
  expect(await meaningOf(addByPrisma(api.db, "twice"))).toBeInstanceOf(Conflict);
});

test("a mistake of ours means nothing to callers", async () => {
  expect(await meaningOf(api.db.query(sql`select no_such_column`))).toBeNull();
});

test("a connection on which the database says nothing any more is given up, and the next one works", async () => {
  const server = await aSilenceableServer(ownUrl());
  const database = aDatabase(2, { url: server.url, answerWithinMs: 300 });
  const unheard = [addBySql, addByPrisma].map((add) => async (db: Db) => {
    server.silence();
    await add(db, "unheard");
  });
  try {
    for (const ask of unheard)
      for (const lost of [() => ask(database), () => database.transaction(ask)]) {
        // On a busy machine a database that speaks may need longer, too.
        await expect.poll(() => database.query(sql`select 1 as one`).catch(() => [])).toEqual([{ one: 1 }]);
        expect(await meaningOf(lost())).toBeInstanceOf(Unavailable);
        expect(database.pool.totalCount).toBe(0);
        server.speak();
      }
  } finally {
    await server.close();
  }
});

test("a connection that is reset under a statement is one that the database does not answer on, by SQL and by Prisma", async () => {
  const server = await aSilenceableServer(ownUrl());
  const database = aDatabase(2, { url: server.url });
  try {
    for (const add of [addBySql, addByPrisma]) {
      const lost = database.transaction(async (db) => {
        await db.query(sql`select 1 as one`);
        server.silence();
        const added = add(db, "reset");
        server.reset();
        server.speak();
        await added;
      });
      expect(await meaningOf(lost)).toBeInstanceOf(Unavailable);
    }
  } finally {
    await server.close();
  }
});
