import type { Database, Db } from "#lib/platform/db/database.ts";

type FaultyDatabase = { database: Database; wasReached(): boolean };

/** A database that works but for its `nth` statement (from 1), at which its connection is lost. */
export function losingConnectionAt(nth: number, real: Database): FaultyDatabase {
  let used = 0;
  const count = () => {
    if (++used === nth)
      throw Object.assign(new Error("terminating connection due to administrator command"), {
        code: "57P01",
      });
  };
  const counted = (db: Db): Db => ({
    prisma: countedClient(db.prisma, count),
    query: async (statement, name) => {
      count();
      return db.query(statement, name);
    },
    stream: async (statement) => {
      count();
      return db.stream(statement);
    },
    transaction: (work, limits) => db.transaction((tx) => work(counted(tx)), limits),
  });
  const database = { ...counted(real), pool: real.pool, close: () => real.close() };
  return { database, wasReached: () => used >= nth };
}

/** Counts each call of a method of a table, and of the client itself. */
function countedClient(client: Db["prisma"], count: () => void): Db["prisma"] {
  return new Proxy(client, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === "function") return countedCall(target, member, count);
      if (typeof member !== "object" || member === null) return member;
      return new Proxy(member, {
        get: (table, method) => {
          const call: unknown = Reflect.get(table, method);
          return typeof call === "function" ? countedCall(table, call, count) : call;
        },
      });
    },
  });
}

function countedCall(owner: object, call: CallableFunction, count: () => void) {
  return (...args: unknown[]) => {
    try {
      count();
    } catch (error) {
      return Promise.reject(error);
    }
    return Reflect.apply(call, owner, args);
  };
}
