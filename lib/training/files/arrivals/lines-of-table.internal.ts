import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Rejected } from "#lib/platform/errors.ts";
import { runInThread, ThreadTooSlow } from "#lib/platform/run-in-thread.ts";
import { linesOf } from "#lib/platform/storage/lines-of.ts";
import type { TableAnswer, TableRequest } from "./read-table-thread.ts";

/** So long other large bodies wait for the thread. */
const MAX_SECONDS = 60;

/** The rows of a table of Apache Parquet as lines of JSON, up to about so many; a thread reads it. Throws `Rejected` for one that cannot be read. */
export async function* linesOfTable(
  table: string,
  { maxSeconds = MAX_SECONDS, ...most }: Pick<TableRequest, "maxRows" | "maxBytes"> & { maxSeconds?: number },
): ReturnType<typeof linesOf> {
  const lines = `${table}.rows`;
  const request: TableRequest = { table, lines, ...most };
  try {
    // That thread posts nothing else.
    const fault = (await runInThread({
      file: "lib/training/files/arrivals/read-table-thread.ts",
      request,
      maxMs: maxSeconds * 1_000,
    })) as TableAnswer;
    if (fault !== null) throw new Rejected(fault);
    yield* linesOf(createReadStream(lines));
  } catch (error) {
    if (!(error instanceof ThreadTooSlow)) throw error;
    throw new Rejected(
      `reading the Parquet table takes more than ${maxSeconds} s; write smaller row groups, several files, or JSON Lines`,
    );
  } finally {
    await rm(lines, { force: true });
  }
}
