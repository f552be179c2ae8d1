import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { SERVICE } from "./fixtures.ts";

/** Does something in the database of the service under test: what time or a long training would do. */
export async function inDatabase<Answer>(work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const directory = path.join(SERVICE.dataDir, "postgres");
  const port = fs.readFileSync(path.join(directory, "data/postmaster.pid"), "utf8").split("\n")[3];
  const password = fs.readFileSync(path.join(directory, "password"), "utf8").trim();
  const client = new pg.Client(`postgresql://app:${password}@127.0.0.1:${port}/spindle`);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
