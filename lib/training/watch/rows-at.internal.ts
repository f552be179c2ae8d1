import { createReadStream } from "node:fs";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { AccountCtx } from "#lib/access/context.ts";
import { isDict } from "#lib/contract/fields.ts";
import { openTrainingRows } from "#lib/datasets/training-rows.ts";
import { SpindleError } from "#lib/platform/errors.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { linesOf } from "#lib/platform/storage/lines-of.ts";
import { trainingFileOf } from "#lib/training/files/open-training-file.ts";
import { isRemoteSource, isStoredSource } from "#lib/training/training-source.ts";

/** How long others wait while lines are read. */
const TURN_MS = 10;

type Rows = Map<number, Record<string, unknown>>;
type Lines = AsyncIterable<{ text: string }>;

/** The rows at these places of a job's data; none where they were removed. A dataset still has those that the job's folder has lost. */
export async function rowsAt(
  ctx: Pick<AccountCtx, "db" | "actor">,
  jobId: string,
  positions: readonly number[],
): Promise<Rows> {
  if (positions.length === 0) return new Map();
  const { source, datasetRef } = await ctx.db.prisma.trainingJob.findUniqueOrThrow({
    where: { id: jobId },
    select: { source: true, datasetRef: true },
  });
  const inFile = async () => linesOf(createReadStream(await fileOf(ctx, jobId, source)));
  const found = await orNone(inFile, positions);
  if (found || datasetRef === null) return found ?? new Map();
  const inDataset = async () => (await openTrainingRows(ctx, datasetRef)).lines();
  return (await orNone(inDataset, positions)) ?? new Map();
}

async function fileOf({ db }: Pick<AccountCtx, "db">, jobId: string, source: string): Promise<string> {
  if (isStoredSource(source)) return absolutePath(source);
  if (isRemoteSource(source)) return absolutePath(jobPath(jobId, "fetched.jsonl"));
  return (await trainingFileOf(db, source)).path;
}

/** Null where there is nothing to read any more. */
async function orNone(open: () => Promise<Lines>, positions: readonly number[]): Promise<Rows | null> {
  try {
    return await pick(await open(), new Set(positions));
  } catch (error) {
    if (error instanceof SpindleError) return null;
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Blank lines hold no row, as the trainer reads them. */
async function pick(lines: Lines, wanted: ReadonlySet<number>): Promise<Rows> {
  const rows: Rows = new Map();
  let position = 0;
  let turnEnds = performance.now() + TURN_MS;
  for await (const { text } of lines) {
    if (text.trim() === "") continue;
    const row: unknown = wanted.has(position) ? JSON.parse(text) : null;
    if (isDict(row)) rows.set(position, row);
    position += 1;
    if (rows.size === wanted.size) break;
    if (performance.now() < turnEnds) continue;
    await othersTurn();
    turnEnds = performance.now() + TURN_MS;
  }
  return rows;
}
