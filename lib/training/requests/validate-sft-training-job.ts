import { createReadStream } from "node:fs";
import { setImmediate as othersTurn } from "node:timers/promises";
import type { AccountCtx } from "#lib/access/context.ts";
import { type InputOf, MIB } from "#lib/contract/endpoint.ts";
import type { validateSftTrainingJob as contract } from "#lib/contract/training/training.ts";
import type { SftCheck } from "#lib/contract/training/training-data.ts";
import { isDatasetRef, openTrainingRows, type TrainingRows } from "#lib/datasets/training-rows.ts";
import { keptChatFormat } from "#lib/engine/text/kept-chat-format.ts";
import { baseModelFolder } from "#lib/models/base-models/require-base-model.ts";
import { openModel } from "#lib/models/open-model.ts";
import { Conflict, NotFound, Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath, jobPath, removeData } from "#lib/platform/storage/data-paths.ts";
import { linesOf, MAX_LINE_BYTES } from "#lib/platform/storage/lines-of.ts";
import { fetchTrainingData } from "#lib/training/data/fetch-training-data.ts";
import { inlineBytes, isInline, wrongSource } from "#lib/training/data/inline-data.internal.ts";
import { requireRemoteAddress } from "#lib/training/data/require-remote-address.ts";
import { sameSource } from "#lib/training/data/same-source.internal.ts";
import { SftTally } from "#lib/training/data/sft-tally.internal.ts";
import { estimateSeconds } from "#lib/training/estimate-seconds.internal.ts";
import { openTrainingFile } from "#lib/training/files/open-training-file.ts";
import { jobOfReference } from "#lib/training/job-reference.internal.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
import { isRemoteSource, isStoredSource } from "#lib/training/training-source.ts";
import { lackOfStart, wrongStart } from "./lack-of-start.internal.ts";

/** Tokenising them takes about a second. */
const TOKENISED_CHARACTERS = 2 * MIB;
/** How long others wait while lines are looked at. */
const TURN_MS = 10;

export async function validateSftTrainingJob(
  ctx: AccountCtx,
  { modelId, trainingDataUrl, startStep, config = {} }: InputOf<typeof contract>,
): Promise<SftCheck> {
  const model = await openModel(ctx, modelId, "training:write");
  const lack = startStep === undefined ? null : await lackOfStart(ctx.db, model, startStep);
  if (lack !== null) throw wrongStart(lack);
  const format = await keptChatFormat(await baseModelFolder(model.baseModel));
  const learning = sftSettings(config, { isDataset: await isOfDataset(ctx, trainingDataUrl) });
  const tally = new SftTally({ format, learning, tokenisedCharacters: TOKENISED_CHARACTERS });
  await overData(ctx, trainingDataUrl, (chunks) => takeAll(chunks, tally));
  const result = tally.result();
  if (result.rows === 0 && result.problems.length === 0)
    result.problems.push({ line: 0, text: "The data has no rows; each line is one object with messages" });
  const work = { tokens: learning.epochs * result.tokens, steps: result.steps };
  return { ...result, seconds: await estimateSeconds(ctx.db, model, work) };
}

async function isOfDataset(ctx: AccountCtx, reference: string): Promise<boolean> {
  if (isDatasetRef(reference)) return true;
  const id = await jobOfReference(ctx, reference).catch(() => null);
  if (id === null) return false;
  return (await ctx.db.prisma.trainingJob.count({ where: { id, datasetRef: { not: null } } })) > 0;
}

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Hands on the bytes that a reference names; a 422 where it names none. */
async function overData(
  ctx: AccountCtx,
  reference: string,
  use: (chunks: Chunks) => Promise<void>,
): Promise<void> {
  try {
    if (isInline(reference)) return await use([await inlineBytes(reference)]);
    if (/^https?:/i.test(reference)) return await overAddress(requireRemoteAddress(reference), use);
    if (isDatasetRef(reference)) return await use(linesIn(await openTrainingRows(ctx, reference)));
    const from = await jobOfReference(ctx, reference);
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

/** Memory stays flat, and other requests are served meanwhile. */
async function takeAll(chunks: Chunks, tally: SftTally): Promise<void> {
  let turnEnds = performance.now() + TURN_MS;
  let line = 0;
  try {
    for await (const { text, number } of linesOf(bounded(chunks))) {
      line = number;
      tally.take(text, number);
      if (tally.isFull) return;
      if (performance.now() < turnEnds) continue;
      await othersTurn();
      turnEnds = performance.now() + TURN_MS;
    }
  } catch (error) {
    // The bytes themselves are no lines, so nothing after them can be read.
    if (!(error instanceof Rejected)) throw error;
    tally.note(line + 1, error.message);
  }
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
