import type { Db } from "#lib/platform/db/database.ts";
import type { Sql } from "#lib/platform/db/sql.ts";
import { blocksRead } from "./blocks-read.ts";

/** What reading work gives, and how many blocks its own statements touch, all together. */
export async function blocksOfWork<T>(
  db: Db,
  work: (db: Db) => Promise<T>,
): Promise<{ result: T; blocks: number }> {
  const asked: Sql[] = [];
  const noting: Db = {
    ...db,
    query: (statement, name) => {
      asked.push(statement);
      return db.query(statement, name);
    },
  };
  const result = await work(noting);
  let blocks = 0;
  for (const statement of asked) blocks += await blocksRead(db, statement);
  return { result, blocks };
}
