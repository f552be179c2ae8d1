import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Db } from "#lib/platform/db/database.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { tooManyInterim } from "#lib/training/jobs/interim-steps.ts";
import { isRemoteSource, isStoredSource } from "#lib/training/training-source.ts";

type Course = { checkpointEvery: number | null; batchSize: number; epochs: number };

/** A 422 where a job would leave too many checkpoints on the way; the rows of an address are counted when the job begins. */
export async function requireFewInterim(db: Db, source: string, course: Course): Promise<void> {
  if (course.checkpointEvery === null) return;
  const rows = await rowsIn(db, source);
  if (rows !== null) refuseManyInterim(Math.ceil(rows / course.batchSize) * course.epochs, course);
}

/** The same where the number of steps is known. */
export function refuseManyInterim(
  totalSteps: number,
  { checkpointEvery }: Pick<Course, "checkpointEvery">,
): void {
  const reason = tooManyInterim({ totalSteps, checkpointEvery });
  if (reason !== null)
    throw invalidAt(["body", "config", "checkpoint_every"], { type: "value_error", text: reason });
}

async function rowsIn(db: Db, source: string): Promise<number | null> {
  if (isRemoteSource(source)) return null;
  if (!isStoredSource(source)) {
    const file = await db.prisma.uploadedFile.findUnique({ where: { id: source }, select: { rows: true } });
    return file?.rows ?? null;
  }
  let rows = 0;
  for await (const line of createInterface({ input: createReadStream(absolutePath(source)) }))
    if (line.trim() !== "") rows += 1;
  return rows;
}
