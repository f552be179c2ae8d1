import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#lib/platform/db/database.ts";
import { asOurError } from "#lib/platform/db/database-error.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Unavailable } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";

/** How much one completion used. */
export type UsageRow = {
  readonly id: string;
  readonly userId: string;
  readonly projectId: string | null;
  readonly model: string;
  readonly upstreamId: string | null;
  readonly outcome: "completed" | "cancelled" | "failed";
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly durationMs: number;
};

/** A completion that was computed is worth waiting for a database that is busy for a moment. */
const RETRIES_MS = [100, 400, 1_600];

/**
 * Writes a row, and answers once it is there. Completions end by the hundred at a time: rows that come while others are being written go
 * together in the next statement.
 */
export function writeUsage(db: Db, row: UsageRow): Promise<void> {
  const writer = writers.get(db) ?? { pending: [], isBusy: false };
  writers.set(db, writer);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  writer.pending.push({ row, resolve, reject });
  if (!writer.isBusy) void writeAll(db, writer);
  return promise;
}

type Waiting = { row: UsageRow; resolve(): void; reject(error: unknown): void };
type Writer = { pending: Waiting[]; isBusy: boolean };

const writers = new WeakMap<Db, Writer>();

async function writeAll(db: Db, writer: Writer): Promise<void> {
  writer.isBusy = true;
  while (writer.pending.length > 0) {
    const batch = writer.pending.splice(0);
    const rows = batch.map(({ row }) => row);
    await insertPatiently(db, rows).then(
      () => {
        for (const { resolve } of batch) resolve();
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
  }
  writer.isBusy = false;
}

async function insertPatiently(db: Db, rows: UsageRow[]): Promise<void> {
  for (const waitMs of RETRIES_MS)
    try {
      return await insertUsage(db, rows);
    } catch (error) {
      if (!(asOurError(error) instanceof Unavailable)) throw error;
      log.warn({ err: error, waitMs }, "the usage of completions could not be written and is tried again");
      await sleep(waitMs);
    }
  return insertUsage(db, rows);
}

/** Writes rows in one statement. Existing rows are not changed, so that a repeat is safe. */
export async function insertUsage(db: Db, rows: readonly UsageRow[]): Promise<void> {
  await db.query(sql`
    insert into chat_usage (id, user_id, project_id, model, upstream_id, outcome, prompt_tokens, completion_tokens, duration_ms)
    select id, "userId", "projectId", model, "upstreamId", outcome, "promptTokens", "completionTokens", "durationMs"
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(id text, "userId" text, "projectId" text, model text,
      "upstreamId" text, outcome text, "promptTokens" int, "completionTokens" int, "durationMs" int)
    on conflict (id) do nothing`);
}
