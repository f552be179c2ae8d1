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
  const { rows } = await client.query<IndexBuild>(
    `SELECT phase, blocks_done::float8 / nullif(blocks_total, 0) AS blocks, tuples_done::float8 / nullif(tuples_total, 0) AS tuples
     FROM pg_stat_progress_create_index WHERE pid = $1`,
    [pid],
  );
  return rows[0] ? shareOf(rows[0]) : null;
}

/** A row of `pg_stat_progress_create_index`; shares from 0 to 1 within the phase, null where it counts none. */
type IndexBuild = { phase: string; blocks: number | null; tuples: number | null };

/** The phases that take long, with where each begins in the whole, and how much of it each is, roughly. */
const PHASES = [
  { phase: "building index: scanning table", from: 0, width: 0.4, counts: "blocks" },
  { phase: "building index: sorting", from: 0.4, width: 0, counts: "tuples" },
  { phase: "building index: loading tuples", from: 0.4, width: 0.2, counts: "tuples" },
  { phase: "waiting for writers before validation", from: 0.6, width: 0, counts: "tuples" },
  { phase: "index validation: scanning index", from: 0.6, width: 0.1, counts: "blocks" },
  { phase: "index validation: sorting", from: 0.7, width: 0, counts: "tuples" },
  { phase: "index validation: scanning table", from: 0.7, width: 0.29, counts: "blocks" },
  { phase: "waiting for old snapshots", from: 0.99, width: 0, counts: "tuples" },
  { phase: "waiting for readers", from: 0.99, width: 0, counts: "tuples" },
] as const;

/** How much of an index is built, 0 to 1; what PostgreSQL counts begins again with each phase. */
export function shareOf(build: IndexBuild): number {
  const found = PHASES.find(({ phase }) => build.phase.startsWith(phase));
  if (!found) return 0;
  return found.from + found.width * Math.min(1, build[found.counts] ?? 0);
}
