import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { setImmediate as othersTurn } from "node:timers/promises";
import { processWide } from "#lib/platform/process-wide.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { linesOf } from "#lib/platform/storage/lines-of.ts";
import { readTrajectoryGroup } from "#lib/training/trajectories/read-trajectory-groups.ts";
import type { TrajectoryGroup } from "#lib/training/trajectories/trajectory-group.ts";

/** Where each group of a job's file begins, and its rewards. */
export type TrajectoryIndex = {
  /** One more than there are groups: the last one is the end. */
  readonly offsets: readonly number[];
  readonly rewards: readonly (readonly number[])[];
};

const MAX_INDEXES = 16;
/** How long others wait while groups are read. */
const TURN_MS = 10;

/** The files are written once, so what was read of one holds for good. */
const indexes = processWide("trajectory-indexes", () => new Map<string, Promise<TrajectoryIndex>>());

/** Reads a file of groups once; throws what `open` throws where it is gone. */
export function trajectoryIndex(source: string): Promise<TrajectoryIndex> {
  const known = indexes.get(source);
  // The one that was used least lately stands first.
  indexes.delete(source);
  const index = known ?? readIndex(source);
  indexes.set(source, index);
  index.catch(() => indexes.delete(source));
  const [oldest] = indexes.keys();
  if (indexes.size > MAX_INDEXES && oldest !== undefined) indexes.delete(oldest);
  return index;
}

async function readIndex(source: string): Promise<TrajectoryIndex> {
  const offsets = [0];
  const rewards: number[][] = [];
  let turnEnds = performance.now() + TURN_MS;
  for await (const { text } of linesOf(createReadStream(absolutePath(source)))) {
    const { trajectories } = readTrajectoryGroup(JSON.parse(text), rewards.length);
    rewards.push(trajectories.map(({ reward }) => reward));
    offsets.push((offsets.at(-1) ?? 0) + Buffer.byteLength(text) + 1);
    if (performance.now() < turnEnds) continue;
    await othersTurn();
    turnEnds = performance.now() + TURN_MS;
  }
  return { offsets, rewards };
}

/** The groups at these places, in order, as far as their lines together have at most so many bytes; the first always. */
export async function readGroups(
  source: string,
  { offsets }: TrajectoryIndex,
  { places, mostBytes }: { places: readonly number[]; mostBytes: number },
): Promise<TrajectoryGroup[]> {
  const file = await open(absolutePath(source));
  try {
    const groups: TrajectoryGroup[] = [];
    let bytes = 0;
    for (const place of places) {
      const from = offsets[place] ?? 0;
      const length = (offsets[place + 1] ?? from) - from;
      bytes += length;
      if (groups.length > 0 && bytes > mostBytes) break;
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, from);
      groups.push(readTrajectoryGroup(JSON.parse(buffer.toString("utf8")), place));
      await othersTurn();
    }
    return groups;
  } finally {
    await file.close();
  }
}
