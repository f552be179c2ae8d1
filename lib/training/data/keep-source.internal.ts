import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AccountCtx } from "#lib/access/context.ts";
import { isDatasetRef, openTrainingRows } from "#lib/datasets/training-rows.ts";
import { Conflict, InvalidRequest, NotFound, Rejected } from "#lib/platform/errors.ts";
import { runInThread } from "#lib/platform/run-in-thread.ts";
import { jobPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import { openTrainingFile } from "#lib/training/files/open-training-file.ts";
import { jobOfReference } from "#lib/training/job-reference.internal.ts";
import type { JobValidation } from "#lib/training/job-validation.ts";
import { readSftRow } from "#lib/training/trajectories/render-row.ts";
import { isInline, wrongSource } from "./inline-data.internal.ts";
import { readInlineData } from "./read-inline-data.internal.ts";
import type { InlineAnswer } from "./read-inline-data-thread.ts";
import { requireRemoteAddress } from "./require-remote-address.ts";
import { sameSource } from "./same-source.internal.ts";

/** A shorter reference is read in less time than a thread takes to start. */
const LONG_CHARACTERS = 1024 * 1024;

/** Where a job's data are, and the version of a dataset that they are of. */
export type KeptSource = {
  source: string;
  datasetRef: string | null;
  /** What the job whose data are taken again was measured by. */
  validation?: JobValidation | null;
};

/**
 * Where the job will find its training data: what stands in the reference itself and rows of a dataset are kept in a file of the job's, an address is
 * fetched when the job begins, `job:` names the data of another job, and anything else an uploaded file. What can be seen to be wrong now is a 422.
 */
export async function keepSource(
  ctx: Pick<AccountCtx, "db" | "actor">,
  jobId: string,
  reference: string,
): Promise<KeptSource> {
  try {
    if (isDatasetRef(reference)) return await keepRows(ctx, jobId, reference);
    const from = await jobOfReference(ctx, reference);
    if (from !== null) return await sameSource(ctx, { from, to: jobId });
    return { source: await plainSource(ctx, jobId, reference), datasetRef: null };
  } catch (error) {
    if (error instanceof Rejected || error instanceof NotFound || error instanceof Conflict)
      throw wrongSource(error.message);
    throw error;
  }
}

async function plainSource(
  ctx: Pick<AccountCtx, "db" | "actor">,
  jobId: string,
  reference: string,
): Promise<string> {
  if (isInline(reference)) return keepInline(jobId, reference);
  if (/^https?:/i.test(reference)) return requireRemoteAddress(reference).href;
  return (await openTrainingFile(ctx, reference)).fileId;
}

/** Whatever becomes of the version, a job that is taken up again reads the same bytes. */
async function keepRows(
  ctx: Pick<AccountCtx, "db" | "actor">,
  jobId: string,
  reference: string,
): Promise<KeptSource> {
  const rows = await openTrainingRows(ctx, reference);
  const source = jobPath(jobId, "rows.jsonl");
  const file = createWriteStream(await preparedPath(source), { mode: 0o600, flush: true });
  await pipeline(Readable.from(checkedLines(await rows.lines())), file);
  return { source, datasetRef: rows.ref };
}

/** What a program published may be anything. */
async function* checkedLines(rows: AsyncIterable<{ text: string }>): AsyncGenerator<string> {
  let line = 0;
  for await (const { text } of rows) {
    line += 1;
    const row: unknown = JSON.parse(text);
    readSftRow(row, line);
    yield `${JSON.stringify(row)}\n`;
  }
}

async function keepInline(jobId: string, reference: string): Promise<string> {
  const read = reference.length > LONG_CHARACTERS ? readApart : readInlineData;
  const bytes = await read(reference);
  const source = jobPath(jobId, "rows.jsonl");
  await writeFile(await preparedPath(source), bytes, { mode: 0o600, flush: true });
  return source;
}

async function readApart(reference: string): Promise<Uint8Array> {
  const file = "lib/training/data/read-inline-data-thread.ts";
  // That thread posts nothing else.
  const answer = (await runInThread({ file, request: reference })) as InlineAnswer;
  if ("problems" in answer) throw new InvalidRequest(answer.problems);
  return answer.bytes;
}
