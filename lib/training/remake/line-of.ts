import { type CheckpointRow, checkpointById } from "#lib/models/checkpoints/checkpoints.ts";
import type { ModelRow } from "#lib/models/open-model.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { type RecordedJob, recordedJob } from "./recorded-job.ts";

/** A checkpoint that is made again, or from which its line continues. */
export type LineStep = Pick<CheckpointRow, "id" | "step" | "folder" | "files">;

/** One job of a line: what it started from, and which of its weights the line continues with. */
export type Stage = {
  readonly job: RecordedJob;
  readonly start: LineStep;
  readonly made: LineStep;
  /** Of the job's steps, the one after which the weights were so. */
  readonly jobStep: number;
};

/** The jobs by which a checkpoint came about, the first one first; from the base model, or from a step on the way. */
export async function lineOf(
  db: Db,
  model: ModelRow,
  { target, from = null }: { target: CheckpointRow; from?: number | null },
): Promise<Stage[]> {
  const stages: Stage[] = [];
  let made = await db.prisma.checkpoint.findUniqueOrThrow({ where: { id: target.id } });
  while (made.jobId !== null && made.step !== from) {
    const job = await recordedJob(db, made.jobId);
    const parentId = made.parentId ?? job.startCheckpointId;
    const start =
      parentId === null ? null : await db.prisma.checkpoint.findUnique({ where: { id: parentId } });
    if (!start)
      throw new Rejected(
        `Nobody wrote down which checkpoint job ${made.jobId} started from, so step ${made.step} of ${model.name} cannot be made again`,
      );
    stages.unshift({
      job,
      start: toLineStep(start),
      made: toLineStep(made),
      jobStep: made.jobStep ?? job.step,
    });
    made = start;
  }
  if (from !== null && made.step !== from)
    throw new Rejected(`Step ${target.step} of ${model.name} did not come from step ${from}`);
  return stages;
}

/** What the first stage starts from; it may not be deleted, for its files are read. */
export async function requireBeginning(db: Db, model: ModelRow, start: LineStep): Promise<CheckpointRow> {
  const found = await checkpointById(db, model, start.id);
  if (found) return found;
  throw new Rejected(`Step ${start.step} of ${model.name} was deleted; begin earlier, or at the base model`);
}

type Row = Awaited<ReturnType<Db["prisma"]["checkpoint"]["findUniqueOrThrow"]>>;

function toLineStep({ id, step, folder, files }: Row): LineStep {
  // The column holds only what `hashFolder` answered.
  return { id, step, folder, files: files as LineStep["files"] };
}
