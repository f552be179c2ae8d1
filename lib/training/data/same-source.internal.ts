import { createWriteStream } from "node:fs";
import { copyFile, link } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { AccountCtx } from "#lib/access/context.ts";
import { Conflict, NotFound } from "#lib/platform/errors.ts";
import { absolutePath, jobPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import { openTrainingFile } from "#lib/training/files/open-training-file.ts";
import type { JobValidation } from "#lib/training/job-validation.ts";
import { isRemoteSource, isStoredSource } from "#lib/training/training-source.ts";
import { dataFileAt, readData } from "./job-data-file.ts";

type Asked = Pick<AccountCtx, "db" | "actor">;
type Copy = { from: string; to: string };

/** Where the job `to` finds the data of the job `from`, whose folder may be swept at any time. */
export async function sameSource(
  ctx: Asked,
  copy: Copy,
): Promise<{ source: string; datasetRef: string | null; validation: JobValidation | null }> {
  const { source, datasetRef, validation } = await ctx.db.prisma.trainingJob.findUniqueOrThrow({
    where: { id: copy.from },
    select: { source: true, datasetRef: true, validation: true },
  });
  return {
    source: await copiedSource(ctx, source, copy),
    datasetRef,
    // The column holds only what `keepValidation` answered.
    validation: await copiedValidation(validation as JobValidation | null, copy),
  };
}

async function copiedValidation(
  validation: JobValidation | null,
  { from, to }: Copy,
): Promise<JobValidation | null> {
  if (validation === null) return null;
  const source = jobPath(to, "validation.jsonl");
  if (await wasCopied(validation.source, source)) return { ...validation, source };
  throw new Conflict(
    `The validation rows of training job ${from} were removed after it ended; create a new job with the data`,
  );
}

async function copiedSource({ db, actor }: Asked, source: string, { from, to }: Copy): Promise<string> {
  if (isRemoteSource(source)) {
    // What was fetched then is taken again, as far as it is still there: an address may answer differently by now.
    await wasCopied(jobPath(from, "fetched.jsonl"), jobPath(to, "fetched.jsonl"));
    return source;
  }
  if (!isStoredSource(source)) return requireFile({ db, actor }, source);
  const copy = jobPath(to, source.split("/").at(-1) ?? "");
  if (await wasCopied(source, copy)) return copy;
  throw new Conflict(
    `The data of training job ${from} was removed after it ended; create a new job with the data`,
  );
}

async function requireFile(ctx: Asked, fileId: string): Promise<string> {
  try {
    return (await openTrainingFile(ctx, fileId)).fileId;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    throw new Conflict(`The job's data is gone: ${error.message}; upload it again and create a new job`);
  }
}

/** Whether there was something to copy. A second name for the same bytes costs nothing; not every file system can give one. */
async function wasCopied(from: string, to: string): Promise<boolean> {
  const [old, copy] = [absolutePath(from), await preparedPath(to)];
  try {
    await link(old, copy).catch((error: unknown) => {
      if (isMissing(error)) throw error;
      return copyFile(old, copy);
    });
    return true;
  } catch (error) {
    if (isMissing(error)) return wasUnpacked(old, copy);
    throw error;
  }
}

/** Data that were compressed since their job ended. */
async function wasUnpacked(old: string, copy: string): Promise<boolean> {
  const found = await dataFileAt(old);
  if (found === null) return false;
  await pipeline(readData(found), createWriteStream(copy, { mode: 0o600, flush: true }));
  return true;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
