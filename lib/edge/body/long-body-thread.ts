// Reads a large body, which would keep every other request waiting in the main thread.
import { isUtf8 } from "node:buffer";
import { parentPort, workerData } from "node:worker_threads";
import { JsonLines } from "#lib/contract/json-lines.ts";
import { ALL_ENDPOINTS } from "#lib/contract/openapi/all.ts";
import { InvalidRequest, Unreadable } from "#lib/platform/errors.ts";
import { JsonScan, unreadable } from "#lib/platform/json/json-scan.ts";
import { readLongJson } from "#lib/platform/json/read-long-json.ts";
import { invalidAt } from "#lib/platform/problem.ts";
import { decodePart } from "./decode-part.ts";
import { problemsOfJson } from "./json-problem.ts";
import type { LongBodyAnswer, LongBodyRequest } from "./read-long-body.ts";

const PIECE_BYTES = 1024 * 1024;

// `readLongBody` hands it over.
const request = workerData as LongBodyRequest;
const answer = answerTo(request);
const moved = answer.kind === "read" && answer.list ? [answer.list.bytes.buffer] : [];
parentPort?.postMessage(answer, moved);

function answerTo({ operationId, bytes }: LongBodyRequest): LongBodyAnswer {
  try {
    return read(operationId, bytes);
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "unreadable" };
    if (error instanceof InvalidRequest) return { kind: "refused", problems: [...error.problems] };
    throw error;
  }
}

function read(operationId: string, bytes: Uint8Array<ArrayBuffer>): LongBodyAnswer {
  const endpoint = ALL_ENDPOINTS.find((known) => known.operationId === operationId);
  if (endpoint?.longList === undefined) throw new Error(`${operationId} takes no long list`);
  const body = parse(bytes, endpoint.longList);
  if (body === null) throw invalidAt(["body"], { type: "missing" });
  const part = decodePart(endpoint.input.body, "body", body);
  const [key, list] = Object.entries(part.fields).find(([, value]) => value instanceof JsonLines) ?? [];
  if (key === undefined || !(list instanceof JsonLines)) return { kind: "read", part, list: null };
  const { [key]: _, ...fields } = part.fields;
  return { kind: "read", part: { ...part, fields }, list: { key, bytes: list.bytes, count: list.count } };
}

/** As the parser of small bodies reads them. */
function parse(bytes: Uint8Array<ArrayBuffer>, longList: string): unknown {
  const scan = new JsonScan(PIECE_BYTES);
  scan.take(bytes);
  if (!isUtf8(bytes)) throw unreadable();
  try {
    if (!scan.isClosed) throw new SyntaxError("The JSON has no end");
    return readLongJson({ bytes, large: scan.large, pieceBytes: PIECE_BYTES }, longList);
  } catch (error) {
    if (error instanceof SyntaxError) throw problemsOfJson(new TextDecoder().decode(bytes));
    throw error;
  }
}
