import http from "node:http";
import { newId } from "#lib/platform/ids.ts";
import type { Caller, Harness } from "../harness.ts";

/** What stands for "leave it as it is" in the bodies of a client that writes every optional field. */
export const NOTHING = null;

/** Requests in the form of the Python client: JSON bytes without a content type, and a name for the request as its retries send it. */
export function pythonRequests(api: Harness, caller: Caller) {
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${api.url}/api${path}`, {
      method,
      headers: { ...caller.headers, "x-weave-retry-id": newId(), "user-agent": "python-httpx/0.28.1" },
      // Bytes get no content type of fetch's own making.
      ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    });
  const json = async (method: string, path: string, body?: unknown) => {
    const response = await send(method, path, body);
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
  const lines = async (path: string, body: unknown) => {
    const response = await send("POST", path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 500)}`);
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line));
  };
  const upsertBatch = (batch: readonly unknown[]) =>
    sendInHalves(`${api.url}/api/call/upsert_batch`, caller.headers, batch);
  return { send, json, lines, upsertBatch };
}

/** Sends a batch, and the halves of one that is too large; gives how many requests were accepted. */
async function sendInHalves(
  address: string,
  headers: Record<string, string>,
  batch: readonly unknown[],
): Promise<number> {
  const status = await statusOf(address, headers, Buffer.from(JSON.stringify({ batch })));
  if (status === 200) return 1;
  if (status !== 413 || batch.length < 2)
    throw new Error(`A batch of ${batch.length} was answered ${status}`);
  const half = Math.floor(batch.length / 2);
  const first = await sendInHalves(address, headers, batch.slice(0, half));
  return first + (await sendInHalves(address, headers, batch.slice(half)));
}

/** Sends a body piece by piece and no further than until it is answered: a refusal comes before the whole was read. */
function statusOf(address: string, headers: Record<string, string>, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(address, {
      method: "POST",
      headers: { ...headers, "content-length": String(body.length) },
    });
    let at = 0;
    let isAnswered = false;
    request.on("response", (response) => {
      isAnswered = true;
      response.resume();
      response.on("close", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", (error) => (isAnswered ? undefined : reject(error)));
    const push = () => {
      if (isAnswered) return;
      const piece = body.subarray(at, at + PIECE_BYTES);
      at += piece.length;
      if (at >= body.length) request.end(piece);
      else if (request.write(piece)) setImmediate(push);
      else request.once("drain", push);
    };
    push();
  });
}

const PIECE_BYTES = 64 * 1024;

/** A start with all the fields that the client knows, and one that only a later version of it will. */
export function pythonStart(projectId: string, more: Record<string, unknown> = {}) {
  return {
    project_id: projectId,
    id: newId(),
    op_name: `weave:///${projectId}/op/answer:abc`,
    display_name: NOTHING,
    trace_id: newId(),
    parent_id: NOTHING,
    thread_id: NOTHING,
    turn_id: NOTHING,
    started_at: "2026-03-01T10:00:00.000000Z",
    attributes: { weave: { client_version: "0.52.0", source: "python-sdk" } },
    inputs: {},
    otel_dump: NOTHING,
    wb_user_id: NOTHING,
    wb_run_id: NOTHING,
    wb_run_step: NOTHING,
    a_field_of_tomorrow: { a: 1 },
    ...more,
  };
}

export function pythonEnd(start: { project_id: string; id: string }, more: Record<string, unknown> = {}) {
  return {
    project_id: start.project_id,
    id: start.id,
    ended_at: "2026-03-01T10:00:00.250000Z",
    exception: NOTHING,
    output: NOTHING,
    summary: {},
    wb_run_step_end: NOTHING,
    a_field_of_tomorrow: [1],
    ...more,
  };
}

/** A batch as the legacy mode sends it: every start and end an element of its own. */
export function startOf(start: unknown) {
  return { mode: "start", req: { start } };
}

export function endOf(end: unknown) {
  return { mode: "end", req: { end } };
}
