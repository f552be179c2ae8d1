import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const LOOK_EVERY_MS = 1_000;

/** Runs `work` on a connection, and says every second how much of the index is built that it builds, from a connection beside it. */
export async function watchIndexBuild(
  { url, client }: { url: string; client: pg.Client },
  work: () => Promise<unknown>,
  report: (share: number) => void,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const ended = new AbortController();
  const watching = watch({ url, pid: rows[0]?.pid ?? 0, signal: ended.signal }, report);
  try {
    await work();
  } finally {
    ended.abort();
    await watching;
  }
}

/** Progress is a courtesy: what goes wrong here is no reason to stop a migration. */
async function watch(
  { url, pid, signal }: { url: string; pid: number; signal: AbortSignal },
  report: (share: number) => void,
): Promise<void> {
  if (!(await elapsed(signal))) return;
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    do {
      const share = await builtShare(client, pid);
      if (share !== null && !signal.aborted) report(share);
    } while (await elapsed(signal));
  } catch {
    // See above.
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** False once the work has ended. */
function elapsed(signal: AbortSignal): Promise<boolean> {
  return sleep(LOOK_EVERY_MS, true, { signal }).catch(() => false);
}

async function builtShare(client: pg.Client, pid: number): Promise<number | null> {
  const { rows } = await client.query<{ done: number; total: number }>(
    `SELECT blocks_done::float8 AS done, blocks_total::float8 AS total
     FROM pg_stat_progress_create_index WHERE pid = $1 AND blocks_total > 0`,
    [pid],
  );
  const [row] = rows;
  return row ? Math.min(1, row.done / row.total) : null;
}
