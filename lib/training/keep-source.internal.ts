import { writeFile } from "node:fs/promises";
import type { AccountCtx } from "#lib/context.ts";
import { type InvalidRequest, NotFound, Rejected } from "#lib/errors.ts";
import { openTrainingFile } from "#lib/files/open-training-file.ts";
import { invalidAt } from "#lib/problem.ts";
import { jobPath, preparedPath } from "#lib/storage/data-paths.ts";
import { readSftRows } from "./read-sft-rows.ts";
import { requireRemoteAddress } from "./require-remote-address.ts";

const LONGEST_SHOWN = 200;

/**
 * Where the job will find its training data: what stands in the reference itself is kept in a file of the job's, an address is
 * fetched when the job begins, and anything else names an uploaded file. What can be seen to be wrong now is a 422.
 */
export async function keepSource(
  ctx: Pick<AccountCtx, "db" | "actor">,
  jobId: string,
  reference: string,
): Promise<string> {
  try {
    if (/^data:/i.test(reference)) return await keepInline(jobId, reference);
    if (/^https?:/i.test(reference)) return requireRemoteAddress(reference).href;
    return (await openTrainingFile(ctx, reference)).fileId;
  } catch (error) {
    // The reference is a part of the body, so a file that is not there is a fault of the body.
    if (error instanceof Rejected || error instanceof NotFound) throw wrong(error.message);
    throw error;
  }
}

async function keepInline(jobId: string, reference: string): Promise<string> {
  const bytes = await bytesIn(reference);
  let rows = 0;
  for await (const _ of readSftRows([bytes])) rows += 1;
  if (rows === 0) throw wrong("it holds no row; each line is one object with messages");
  const source = jobPath(jobId, "rows.jsonl");
  await writeFile(await preparedPath(source), bytes, { mode: 0o600, flush: true });
  return source;
}

async function bytesIn(reference: string): Promise<Buffer> {
  try {
    return Buffer.from(await (await fetch(reference)).arrayBuffer());
  } catch {
    throw wrong(
      `'${reference.slice(0, LONGEST_SHOWN)}' is no data address; write data:application/jsonl;base64, and the rows behind it`,
    );
  }
}

function wrong(text: string): InvalidRequest {
  return invalidAt(["body", "training_data_url"], { type: "value_error", text });
}
