import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { AccountCtx } from "#lib/access/context.ts";
import { isDatasetRef, openHeldOutRows, openTrainingRows } from "#lib/datasets/training-rows.ts";
import { InvalidRequest, NotFound, Rejected } from "#lib/platform/errors.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { jobPath, preparedPath, removeData } from "#lib/platform/storage/data-paths.ts";
import { openFile } from "#lib/training/files/open-file.ts";
import { openTrainingFile } from "#lib/training/files/open-training-file.ts";
import { jobOfReference } from "#lib/training/job-reference.internal.ts";
import type { JobValidation } from "#lib/training/job-validation.ts";
import { readRows } from "#lib/training/read-rows.ts";
import { inlineBytes, isInline } from "./inline-data.internal.ts";
import type { KeptSource } from "./keep-source.internal.ts";
import type { RowShape } from "./row-shape.ts";

type Ctx = Pick<AccountCtx, "db" | "actor">;
type Wanted = {
  jobId: string;
  reference: string | undefined;
  training: KeptSource;
  /** What the rows must be. */
  shape: RowShape;
};

/**
 * Copies the rows that a job is measured by into its folder: those that a reference names, or else those that its own version of a dataset holds out. Null
 * where there are none. What can be seen to be wrong now is a 422.
 */
export async function keepValidation(ctx: Ctx, wanted: Wanted): Promise<JobValidation | null> {
  const { reference, training } = wanted;
  if (reference === undefined) return training.validation ?? ownHeldOutRows(ctx, wanted);
  return asFaultsOfValidation(async () => keep(wanted, await namedRows(ctx, { ...wanted, reference })));
}

type Checked = { reference: string | undefined; trainingDataUrl: string; shape: RowShape };

/** How many rows a job would be measured by. Refuses those that a reference names where `keepValidation` would, and keeps nothing. The training data have been looked at before. */
export async function countValidation(
  ctx: Ctx,
  { reference, trainingDataUrl, shape }: Checked,
): Promise<number> {
  if (reference === undefined) return countOwn(ctx, { trainingDataUrl, shape });
  return asFaultsOfValidation(async () => {
    const training = await learnedFrom(ctx, trainingDataUrl, shape);
    const { chunks } = await namedRows(ctx, { reference, training, shape });
    return countRows(Readable.from(chunks), shape);
  });
}

/** Of the rows that the data hold out themselves. */
async function countOwn(ctx: Ctx, { trainingDataUrl, shape }: Omit<Checked, "reference">): Promise<number> {
  if (isInline(trainingDataUrl) || /^https?:/i.test(trainingDataUrl)) return 0;
  if (!isDatasetRef(trainingDataUrl)) {
    const id = await jobOfReference(ctx, trainingDataUrl, shape.jobKind);
    if (id === null) return 0;
    const { validation } = await ctx.db.prisma.trainingJob.findUniqueOrThrow({
      where: { id },
      select: { validation: true },
    });
    // The column holds only what `keepValidation` answered.
    return (validation as JobValidation | null)?.rows ?? 0;
  }
  const { isHeldOut, count } = await openHeldOutRows(ctx, trainingDataUrl, shape.dataset);
  return isHeldOut ? count() : 0;
}

async function asFaultsOfValidation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Rejected || error instanceof NotFound) throw wrongValidation(error.message);
    // The same reader speaks of the training data.
    if (error instanceof InvalidRequest)
      throw new InvalidRequest(error.problems.map((problem) => ({ ...problem, loc: PLACE })));
    throw error;
  }
}

const PLACE = ["body", "validation_data_url"];

export function wrongValidation(text: string): InvalidRequest {
  return invalidAt(PLACE, { type: "value_error", text });
}

/** What a job learns from, as far as it may not be measured by it. */
type Learned = Pick<KeptSource, "datasetRef"> & { source: string | null };

async function learnedFrom(ctx: Ctx, reference: string, shape: RowShape): Promise<Learned> {
  if (isInline(reference) || /^https?:/i.test(reference)) return { source: null, datasetRef: null };
  if (isDatasetRef(reference))
    return { source: null, datasetRef: (await openTrainingRows(ctx, reference, shape.dataset)).ref };
  const id = await jobOfReference(ctx, reference, shape.jobKind);
  if (id === null) return { source: (await openTrainingFile(ctx, reference)).fileId, datasetRef: null };
  return ctx.db.prisma.trainingJob.findUniqueOrThrow({
    where: { id },
    select: { source: true, datasetRef: true },
  });
}

async function ownHeldOutRows(ctx: Ctx, { jobId, training, shape }: Wanted): Promise<JobValidation | null> {
  if (training.datasetRef === null) return null;
  const reference = training.namedRef ?? training.datasetRef;
  const version = await openHeldOutRows(ctx, reference, shape.dataset).catch((error: unknown) => {
    // Its rows may be taken again from a job after it was deleted.
    if (error instanceof Rejected || error instanceof NotFound) return null;
    throw error;
  });
  if (!version?.isHeldOut) return null;
  return keep({ jobId, shape }, { chunks: textsOf(await version.lines()), name: nameOf(version.ref) });
}

/** Rows as they come, and what they are called. */
type NamedRows = { chunks: AsyncIterable<string | Buffer> | Iterable<string>; name: string | null };

async function namedRows(
  ctx: Ctx,
  { reference, training, shape }: { reference: string; training: Learned; shape: RowShape },
): Promise<NamedRows> {
  if (/^https?:/i.test(reference))
    throw new Rejected("an address cannot be measured by; upload the rows as a file, or send them as data:");
  if (isInline(reference)) return { chunks: [String(await inlineBytes(reference))], name: null };
  if (isDatasetRef(reference)) {
    const { lines, isHeldOut, ref } = await openHeldOutRows(ctx, reference, shape.dataset);
    if (!isHeldOut && ref === training.datasetRef)
      throw new Rejected(`${ref} holds no row out, and its rows are trained on`);
    return { chunks: textsOf(await lines()), name: nameOf(ref) };
  }
  const { fileId, path } = await openTrainingFile(ctx, reference);
  if (fileId === training.source)
    throw new Rejected("it is the file that is trained on, whose rows say nothing of others");
  const { row } = await openFile(ctx, fileId, "models:read");
  return { chunks: createReadStream(path), name: row.filename };
}

function nameOf(ref: string): string {
  return ref.split("/").at(-1) ?? ref;
}

async function* textsOf(rows: AsyncIterable<{ text: string }>): AsyncGenerator<string> {
  for await (const { text } of rows) yield `${JSON.stringify(JSON.parse(text))}\n`;
}

/** Writes the rows and reads each of them, as the trainer will. */
async function keep(
  { jobId, shape }: Pick<Wanted, "jobId" | "shape">,
  { chunks, name }: NamedRows,
): Promise<JobValidation> {
  const source = jobPath(jobId, "validation.jsonl");
  const file = await preparedPath(source);
  // It may be another name of the file of the job whose data are taken again.
  await removeData(source);
  await pipeline(Readable.from(chunks), createWriteStream(file, { mode: 0o600, flush: true }));
  try {
    return { source, name, rows: await countRows(createReadStream(file), shape) };
  } catch (error) {
    await removeData(source);
    throw error;
  }
}

/** Reads each row, of which there must be one. */
async function countRows(chunks: Readable, shape: RowShape): Promise<number> {
  let rows = 0;
  for await (const _ of readRows(inBytes(chunks), shape)) rows += 1;
  if (rows === 0) throw new Rejected(`it has no rows; each line is ${shape.line}`);
  return rows;
}

async function* inBytes(chunks: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
