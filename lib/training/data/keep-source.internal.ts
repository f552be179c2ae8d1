import { createReadStream, createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { AccountCtx } from "#lib/access/context.ts";
import { isDatasetRef, openTrainingRows } from "#lib/datasets/training-rows.ts";
import { Conflict, InvalidRequest, NotFound, Rejected } from "#lib/platform/errors.ts";
import { runInThread } from "#lib/platform/run-in-thread.ts";
import { jobPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import { openTrainingFile } from "#lib/training/files/open-training-file.ts";
import { jobOfReference } from "#lib/training/job-reference.internal.ts";
import type { JobValidation } from "#lib/training/job-validation.ts";
import { readRows } from "#lib/training/read-rows.ts";
import { isInline, wrongSource } from "./inline-data.internal.ts";
import { readInlineData } from "./read-inline-data.internal.ts";
import type { InlineAnswer, InlineRequest } from "./read-inline-data-thread.ts";
import { requireRemoteAddress } from "./require-remote-address.ts";
import type { RowShape } from "./row-shape.ts";
import { sameSource } from "./same-source.internal.ts";

/** A shorter reference is read in less time than a thread takes to start. */
const LONG_CHARACTERS = 1024 * 1024;
/** How long others wait while lines are looked at. */
const TURN_MS = 10;

/** Where a job's data are, and the version of a dataset that they are of. */
export type KeptSource = {
  source: string;
  datasetRef: string | null;
  /** The reference to it as it was sent, which may say what its columns are. */
  namedRef?: string;
  /** What the job whose data are taken again was measured by. */
  validation?: JobValidation | null;
};

/**
 * Where the job will find its training data: what stands in the reference itself and rows of a dataset are kept in a file of the job's, an address is
 * fetched when the job begins, `job:` names the data of another job, and anything else an uploaded file. What can be seen to be wrong now is a 422.
 */
export async function keepSource(
  ctx: Pick<AccountCtx, "db" | "actor">,
  { jobId, reference, shape }: Kept,
): Promise<KeptSource> {
  try {
    if (isDatasetRef(reference)) return await keepRows(ctx, { jobId, reference, shape });
    const from = await jobOfReference(ctx, reference, shape.jobKind);
    if (from !== null) return await sameSource(ctx, { from, to: jobId });
    return { source: await plainSource(ctx, { jobId, reference, shape }), datasetRef: null };
  } catch (error) {
    if (error instanceof Rejected || error instanceof NotFound || error instanceof Conflict)
      throw wrongSource(error.message);
    throw error;
  }
}

/** A job, where its data are, and what their rows must be. */
type Kept = { jobId: string; reference: string; shape: RowShape };

async function plainSource(
  ctx: Pick<AccountCtx, "db" | "actor">,
  { jobId, reference, shape }: Kept,
): Promise<string> {
  if (isInline(reference)) return keepInline({ jobId, reference, shape });
  if (/^https?:/i.test(reference)) return requireRemoteAddress(reference).href;
  const { fileId, path } = await openTrainingFile(ctx, reference);
  await requireRows(path, shape);
  return fileId;
}

/** Every line of a file was read when it came, but what a row must be depends on the job. */
async function requireRows(path: string, shape: RowShape): Promise<void> {
  const rows = readRows(createReadStream(path), shape);
  let turnEnds = performance.now() + TURN_MS;
  for await (const _ of rows) {
    // Files hold conversations or preferences, so the first row shows which.
    if (shape.loss === null) return;
    if (performance.now() < turnEnds) continue;
    await othersTurn();
    turnEnds = performance.now() + TURN_MS;
  }
}

/** Whatever becomes of the version, a job that is taken up again reads the same bytes. */
async function keepRows(
  ctx: Pick<AccountCtx, "db" | "actor">,
  { jobId, reference, shape }: Kept,
): Promise<KeptSource> {
  const rows = await openTrainingRows(ctx, reference, shape.dataset);
  const source = jobPath(jobId, "rows.jsonl");
  const file = createWriteStream(await preparedPath(source), { mode: 0o600, flush: true });
  await pipeline(Readable.from(checkedLines(await rows.lines(), shape)), file);
  return { source, datasetRef: rows.ref, namedRef: reference };
}

/** What a program published may be anything. */
async function* checkedLines(
  rows: AsyncIterable<{ text: string }>,
  { read }: RowShape,
): AsyncGenerator<string> {
  let line = 0;
  for await (const { text } of rows) {
    line += 1;
    const row: unknown = JSON.parse(text);
    read(row, line);
    yield `${JSON.stringify(row)}\n`;
  }
}

async function keepInline({ jobId, reference, shape }: Kept): Promise<string> {
  const read = reference.length > LONG_CHARACTERS ? readApart : readInlineData;
  const bytes = await read(reference, shape);
  const source = jobPath(jobId, "rows.jsonl");
  await writeFile(await preparedPath(source), bytes, { mode: 0o600, flush: true });
  return source;
}

async function readApart(reference: string, { loss }: RowShape): Promise<Uint8Array> {
  const request: InlineRequest = { reference, loss };
  const file = "lib/training/data/read-inline-data-thread.ts";
  // That thread posts nothing else.
  const answer = (await runInThread({ file, request })) as InlineAnswer;
  if ("problems" in answer) throw new InvalidRequest(answer.problems);
  return answer.bytes;
}
