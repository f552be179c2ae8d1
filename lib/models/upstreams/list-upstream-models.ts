import { setTimeout as after } from "node:timers/promises";
import type { Db } from "#lib/platform/db/database.ts";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { askForModels } from "./ask-for-models.internal.ts";
import { type OpenUpstream, openUpstream } from "./find-upstream.ts";

/** A model of an upstream under the name that it has here. */
export type UpstreamModel = { readonly id: string; readonly ownedBy: string; readonly createdAt: Date };

const PATIENCE = { firstByteMs: 3_000, pauseMs: 3_000, totalMs: 3_000 };
const KEPT_MS = 60_000;
const FORGOTTEN_AFTER_MS = 3_600_000;
const WAIT_MS = 500;

/** The models of all upstreams. One that does not say which it has is asked, at most once a minute, and left out while it does not answer. */
export async function listUpstreamModels(db: Db): Promise<UpstreamModel[]> {
  const rows = await db.prisma.upstream.findMany({ orderBy: { name: "asc" } });
  const lists = await Promise.all(
    rows.map(async (row) => {
      const version = `${row.id} ${row.updatedAt.getTime()}`;
      const names = row.models.length > 0 ? row.models : await namesOf(version, () => openUpstream(row));
      return names.map((name) => ({
        id: `${row.name}/${name}`,
        ownedBy: row.name,
        createdAt: row.createdAt,
      }));
    }),
  );
  return lists.flat();
}

/** `last` is the upstream's previous answer, while it is asked again. */
type Kept = { until: number; names: Promise<string[]>; last: string[] };
const kept = processWide("upstream-models", () => new Map<string, Kept>());

/** Waits briefly for an upstream; a late answer is kept for later callers, who until then get its previous one. */
function namesOf(version: string, open: () => OpenUpstream): Promise<string[]> {
  const now = Date.now();
  for (const [key, { until }] of kept) if (until + FORGOTTEN_AFTER_MS < now) kept.delete(key);
  const known = kept.get(version);
  const current = known && known.until >= now ? known : askAgain(version, open, known?.last ?? []);
  return Promise.race([current.names, after(WAIT_MS).then(() => current.last)]);
}

function askAgain(version: string, open: () => OpenUpstream, last: string[]): Kept {
  const names = askForNames(open).catch((error: unknown) => {
    log.warn({ err: error }, "an upstream does not list its models");
    return [];
  });
  const asked: Kept = { until: Date.now() + KEPT_MS, names, last };
  void names.then((listed) => {
    asked.last = listed;
  });
  kept.set(version, asked);
  return asked;
}

async function askForNames(open: () => OpenUpstream): Promise<string[]> {
  return askForModels(open(), PATIENCE);
}
