import { writeFile } from "node:fs/promises";
import type { AccountCtx } from "#lib/access/context.ts";
import { Conflict, InvalidRequest, NotFound, Rejected } from "#lib/platform/errors.ts";
import { runInThread } from "#lib/platform/run-in-thread.ts";
import { jobPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import { openTrainingFile } from "#lib/training/files/open-training-file.ts";
import { jobOfReference } from "#lib/training/job-reference.internal.ts";
import { isInline, wrongSource } from "./inline-data.internal.ts";
import { readInlineData } from "./read-inline-data.internal.ts";
import type { InlineAnswer } from "./read-inline-data-thread.ts";
import { requireRemoteAddress } from "./require-remote-address.ts";
import { sameSource } from "./same-source.internal.ts";

/** A shorter reference is read in less time than a thread takes to start. */
const LONG_CHARACTERS = 1024 * 1024;

/**
 * Where the job will find its training data: what stands in the reference itself is kept in a file of the job's, an address is
 * fetched when the job begins, `job:` names the data of another job, and anything else an uploaded file. What can be seen to be wrong now is a 422.
 */
export async function keepSource(
  ctx: Pick<AccountCtx, "db" | "actor">,
  jobId: string,
  reference: string,
): Promise<string> {
  try {
    if (isInline(reference)) return await keepInline(jobId, reference);
    if (/^https?:/i.test(reference)) return requireRemoteAddress(reference).href;
    const from = await jobOfReference(ctx, reference);
    if (from !== null) return await sameSource(ctx, { from, to: jobId });
    return (await openTrainingFile(ctx, reference)).fileId;
  } catch (error) {
    if (error instanceof Rejected || error instanceof NotFound || error instanceof Conflict)
      throw wrongSource(error.message);
    throw error;
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
