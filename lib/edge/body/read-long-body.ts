import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import { JsonLines } from "#lib/contract/json-lines.ts";
import { InvalidRequest, type Problem } from "#lib/platform/errors.ts";
import { unreadable } from "#lib/platform/json/json-scan.ts";
import { runInThread } from "#lib/platform/run-in-thread.ts";
import type { Part } from "./decode-part.ts";

/** A shorter body is read in less time than a thread takes to start. */
const LONG_BYTES = 1024 * 1024;

export type LongBodyRequest = { operationId: string; bytes: Uint8Array<ArrayBuffer> };
export type LongBodyAnswer =
  | { kind: "unreadable" }
  /** There is no body to speak of. */
  | { kind: "refused"; problems: Problem[] }
  | { kind: "read"; part: Part; list: LongListRead | null };
/** A list of `part`, as plain data: a class instance does not survive the transfer between threads. */
export type LongListRead = { key: string; bytes: Uint8Array<ArrayBuffer>; count: number };

export function isLongBody({ longList }: Pick<AnyEndpoint, "longList">, bytes: Uint8Array): boolean {
  return longList !== undefined && bytes.length > LONG_BYTES;
}

/** Reads a body in a thread of its own, so that other requests are served in between. Transfers the bytes: the caller loses them. */
export async function readLongBody(
  { operationId }: Pick<AnyEndpoint, "operationId">,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Part> {
  const request: LongBodyRequest = { operationId, bytes };
  const file = "lib/edge/body/long-body-thread.ts";
  // That thread posts nothing else.
  const answer = (await runInThread({ file, request, transfer: [bytes.buffer] })) as LongBodyAnswer;
  if (answer.kind === "unreadable") throw unreadable();
  if (answer.kind === "refused") throw new InvalidRequest(answer.problems);
  const { part, list } = answer;
  if (!list) return part;
  const fields = { ...part.fields, [list.key]: new JsonLines(list.bytes, list.count) };
  return { ...part, fields };
}
