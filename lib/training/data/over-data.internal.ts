import { createReadStream } from "node:fs";
import type { AccountCtx } from "#lib/access/context.ts";
import { isDatasetRef, openTrainingRows, type TrainingRows } from "#lib/datasets/training-rows.ts";
import { Conflict, NotFound, Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath, jobPath, removeData } from "#lib/platform/storage/data-paths.ts";
import { lineNamedIn, linesOf, MAX_LINE_BYTES } from "#lib/platform/storage/lines-of.ts";
import { openTrainingFile } from "#lib/training/files/open-training-file.ts";
import { jobOfReference } from "#lib/training/job-reference.internal.ts";
import { isRemoteSource, isStoredSource } from "#lib/training/training-source.ts";
import { fetchTrainingData } from "./fetch-training-data.ts";
import { inlineBytes, isInline, wrongSource } from "./inline-data.internal.ts";
import { requireRemoteAddress } from "./require-remote-address.ts";
import type { RowShape } from "./row-shape.ts";
import { sameSource } from "./same-source.internal.ts";

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Hands on the bytes that a reference names; a 422 where it names none. */
export async function overData(
  ctx: AccountCtx,
  reference: string,
  { shape, use }: { shape: RowShape; use: (chunks: Chunks) => Promise<void> },
): Promise<void> {
  try {
    if (isInline(reference)) return await use([await inlineBytes(reference)]);
    if (/^https?:/i.test(reference)) return await overAddress(requireRemoteAddress(reference), use);
    if (isDatasetRef(reference))
      return await use(linesIn(await openTrainingRows(ctx, reference, shape.dataset)));
    const from = await jobOfReference(ctx, reference, shape.jobKind);
    if (from !== null) return await overJob(ctx, from, use);
    return await use(createReadStream((await openTrainingFile(ctx, reference)).path));
  } catch (error) {
    if (error instanceof Rejected || error instanceof NotFound || error instanceof Conflict)
      throw wrongSource(error.message);
    throw error;
  }
}

async function* linesIn({ lines }: TrainingRows): AsyncGenerator<Buffer> {
  for await (const { text } of await lines()) yield Buffer.from(`${JSON.stringify(JSON.parse(text))}\n`);
}

/** The data of another job, as they were read then where they still lie here. */
async function overJob(ctx: AccountCtx, from: string, use: (chunks: Chunks) => Promise<void>): Promise<void> {
  // Below the jobs, so that the sweep finds it should this process die now.
  const id = newId();
  try {
    const { source } = await sameSource(ctx, { from, to: id });
    if (isRemoteSource(source)) await fetchTrainingData(source, jobPath(id, "fetched.jsonl"));
    const file = isRemoteSource(source) ? jobPath(id, "fetched.jsonl") : source;
    const isHere = isRemoteSource(source) || isStoredSource(source);
    await use(createReadStream(isHere ? absolutePath(file) : (await openTrainingFile(ctx, file)).path));
  } finally {
    await removeData(jobPath(id));
  }
}

async function overAddress(address: URL, use: (chunks: Chunks) => Promise<void>): Promise<void> {
  // Below the jobs, so that the sweep finds it should this process die now.
  const id = newId();
  const fetched = jobPath(id, "fetched.jsonl");
  try {
    await fetchTrainingData(address.href, fetched);
    await use(createReadStream(absolutePath(fetched)));
  } finally {
    await removeData(jobPath(id));
  }
}

/** What adds up lines, and how it hears of what is wrong with the bytes themselves. */
export type LineTally = {
  /** Whether no more lines are wanted. */
  readonly isFull: boolean;
  take(text: string, line: number): void;
  note(line: number, text: string): void;
  /** After the last line. */
  settle(): Promise<void>;
};

/** Memory stays flat, and other requests are served in between. */
export async function takeLines(chunks: Chunks, tally: LineTally): Promise<void> {
  let line = 0;
  try {
    for await (const { text, number } of linesOf(bounded(chunks))) {
      line = number;
      tally.take(text, number);
      if (tally.isFull) break;
    }
  } catch (error) {
    // The bytes themselves are no lines, so nothing after them can be read.
    if (!(error instanceof Rejected)) throw error;
    tally.note(lineNamedIn(error.message) ?? line + 1, error.message);
  }
  await tally.settle();
}

/** Passes bytes on until a line is longer than any conversation could be. */
async function* bounded(chunks: Chunks): AsyncGenerator<Buffer> {
  let lineBytes = 0;
  for await (const chunk of chunks) {
    const lastEnd = chunk.lastIndexOf(0x0a);
    lineBytes = lastEnd < 0 ? lineBytes + chunk.length : chunk.length - lastEnd - 1;
    if (lineBytes > MAX_LINE_BYTES)
      throw new Rejected(`a line is longer than ${MAX_LINE_BYTES} bytes; write one conversation per line`);
    yield chunk;
  }
}
