import os from "node:os";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { absolutePath, jobPath } from "#lib/platform/storage/data-paths.ts";
import { linesOf } from "#lib/platform/storage/lines-of.ts";
import { fetchTrainingData } from "#lib/training/data/fetch-training-data.ts";
import { dataFileAt, readData } from "#lib/training/data/job-data-file.ts";
import type { RowShape } from "#lib/training/data/row-shape.ts";
import { trainingFileOf } from "#lib/training/files/open-training-file.ts";
import type { ClaimedJob } from "#lib/training/jobs/claim-job.ts";
import { readRows } from "#lib/training/read-rows.ts";
import { isRemoteSource, isStoredSource } from "#lib/training/training-source.ts";
import { readTrajectoryGroup } from "#lib/training/trajectories/read-trajectory-groups.ts";
import type { TrajectoryGroup } from "#lib/training/trajectories/trajectory-group.ts";

/** The groups of a reinforcement learning job, in the order in which they were sent. */
export async function readGroups({ source }: ClaimedJob, signal: AbortSignal): Promise<TrajectoryGroup[]> {
  const groups: TrajectoryGroup[] = [];
  for await (const { text } of linesOf(readData(await requireThere(absolutePath(source))))) {
    signal.throwIfAborted();
    groups.push(readTrajectoryGroup(JSON.parse(text), groups.length));
  }
  return groups;
}

type Reading<T> = { shape: RowShape<T>; signal: AbortSignal };

/** The rows of a job that learns from a file, in its order. Throws `Rejected` that names the line. */
export async function readJobRows<T>(db: Db, job: ClaimedJob, reading: Reading<T>): Promise<T[]> {
  return rowsIn(await fileOf(db, job), reading);
}

/** The rows that a job is measured by; none where it is not. */
export async function readValidationRows<T>(
  { validation }: Pick<ClaimedJob, "validation">,
  reading: Reading<T>,
): Promise<T[]> {
  return validation === null ? [] : rowsIn(absolutePath(validation.source), reading);
}

async function rowsIn<T>(file: string, { shape, signal }: Reading<T>): Promise<T[]> {
  const rows: T[] = [];
  for await (const row of readRows(readData(await requireThere(file)), shape)) {
    signal.throwIfAborted();
    rows.push(row);
  }
  return rows;
}

/** What this machine lacks another one may have; see `MissingFiles`. */
async function requireThere(file: string): Promise<string> {
  const found = await dataFileAt(file);
  if (found !== null) return found;
  throw new MissingFiles(
    `The training data of the job is not on ${os.hostname()}; put it back, or start a trainer where it is`,
  );
}

/** Where the data of a job are that it has begun to read. */
export async function readDataFile(
  db: Db,
  { source, hold }: Pick<ClaimedJob, "source" | "hold">,
): Promise<string> {
  return requireThere(
    isRemoteSource(source) ? absolutePath(fetchedPath(hold.jobId)) : await fileOf(db, { source, hold }),
  );
}

/** Where what an address answered lies. */
function fetchedPath(jobId: string): string {
  return jobPath(jobId, "fetched.jsonl");
}

/** The file on this machine; what lies elsewhere is fetched once, and a job that is taken up again reads the same bytes. */
async function fileOf(db: Db, { source, hold }: Pick<ClaimedJob, "source" | "hold">): Promise<string> {
  if (isStoredSource(source)) return absolutePath(source);
  if (!isRemoteSource(source)) return (await trainingFileOf(db, source)).path;
  const fetched = fetchedPath(hold.jobId);
  if ((await dataFileAt(absolutePath(fetched))) === null) await fetchTrainingData(source, fetched);
  return absolutePath(fetched);
}
