import { randomUUID } from "node:crypto";
import { keyHeaders, SERVICE } from "./fixtures.ts";

/** A request with the administrator's key. `path` is below the origin, so a test says which prefix it uses. */
export function api(path: string, body: unknown, url = SERVICE.url, key = SERVICE.apiKey): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...keyHeaders(key) },
    body: typeof body === "string" ? body : JSON.stringify(body),
    redirect: "manual",
  });
}

/** The start of a new call with `inputs`, as clients send it. */
export function aCall(inputs: Record<string, unknown> = {}) {
  const id = randomUUID();
  const startedAt = new Date().toISOString();
  return {
    project_id: SERVICE.project,
    id,
    trace_id: id,
    op_name: "answer",
    started_at: startedAt,
    attributes: {},
    inputs,
  };
}

export function aBatchOf(...calls: ReturnType<typeof aCall>[]) {
  return { batch: calls.map((start) => ({ mode: "start", req: { start } })) };
}
