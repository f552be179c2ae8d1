import { expect } from "vitest";
import { type AnyEndpoint, standingStatuses } from "#lib/contract/endpoint.ts";
import { wireSchemaOf } from "#lib/contract/wire-schema.ts";
import { CLIENT_ADDRESS_HEADER } from "#lib/edge/session/key-failures.ts";
import type { Caller, Harness } from "../harness.ts";
import { noteStatus, type Subject, type WireInput } from "./subject.ts";

export type Answer = { status: number; headers: Headers; text: string };

export type Question = {
  input: WireInput;
  /** Replaces the credential's headers as a whole. */
  headers: Record<string, string>;
  /** Sent instead of the input's body. */
  body?: string | Uint8Array;
  /** Null sends none. */
  contentType?: string | null;
  method?: string;
};

/** Sends a request, reads the answer to its end, and checks what holds for every answer. */
export async function ask(subject: Subject, question: Question): Promise<Answer> {
  const { endpoint, api } = subject;
  const method = question.method ?? endpoint.method;
  const { path, body } = wireRequest(endpoint, question.input);
  const raw = method === "GET" || method === "HEAD" ? undefined : (question.body ?? body);
  const usual = endpoint.upload ? FORM_TYPE : "application/json";
  const type = question.contentType === undefined ? usual : question.contentType;
  const response = await fetch(`${api.url}/api${path}`, {
    method,
    headers: {
      ...(raw !== undefined && type !== null ? { "content-type": type } : {}),
      [CLIENT_ADDRESS_HEADER]: `guarantee-${asked++}`,
      ...question.headers,
    },
    // Bytes get no content type of fetch's own making.
    ...(raw === undefined ? {} : { body: Buffer.from(raw) }),
  });
  noteStatus(subject, response.status);
  const answer = {
    status: response.status,
    headers: response.headers,
    text: await textOf(endpoint, response),
  };
  const seen = `${endpoint.operationId} answered ${answer.status}: ${answer.text.slice(0, 500)}`;
  expect(answer.headers.get("x-request-id"), seen).toMatch(/\S/);
  if (method === endpoint.method) expect(standingStatuses(endpoint), seen).toContain(answer.status);
  return answer;
}

let asked = 0;

/** Of events without an end the first ones count, and the reader leaves. */
async function textOf(endpoint: AnyEndpoint, response: Response): Promise<string> {
  const body = endpoint.endless && response.ok ? response.body : null;
  if (!body) return response.text();
  for await (const part of body) return Buffer.from(part).toString();
  return "";
}

/** As `ask`, failing with the answer's text when the status is another one. */
export async function expectStatus(subject: Subject, status: number, question: Question): Promise<Answer> {
  const answer = await ask(subject, question);
  expect(answer.status, `${subject.endpoint.operationId}: ${answer.text.slice(0, 500)}`).toBe(status);
  return answer;
}

/** Path and body of an input; what the path and the query do not take belongs to the body. */
export function wireRequest(endpoint: AnyEndpoint, input: WireInput): { path: string; body?: string } {
  const rest = { ...input };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const name of queryNames(endpoint)) {
    const value = rest[name];
    if (value !== undefined && value !== null) query.set(name, String(value));
    delete rest[name];
  }
  const search = query.size > 0 ? `?${query}` : "";
  if (!endpoint.input.body) return { path: path + search };
  return { path: path + search, body: endpoint.upload ? formOf(rest) : JSON.stringify(rest) };
}

const BOUNDARY = "a-boundary-of-the-tests";
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The fields of a form, and `file` as its file. A field that is null is left out, as a form has no other way to say so. */
function formOf(fields: WireInput): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const file = name === "file" ? '; filename="rows.jsonl"\r\nContent-Type: application/jsonl' : "";
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
    });
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

export function queryNames(endpoint: AnyEndpoint): string[] {
  return endpoint.input.query ? Object.keys(wireSchemaOf(endpoint.input.query).properties ?? {}) : [];
}

/** How a caller proves who it is here: by key where keys are read, else by session. */
export function credentialsOf(api: Harness, endpoint: AnyEndpoint, caller: Caller): Record<string, string> {
  if (endpoint.auth.includes("basic")) return caller.headers;
  if (endpoint.auth.includes("bearer")) return bearerHeaders(caller.headers);
  return endpoint.auth.includes("session") ? api.sessionHeaders(caller) : {};
}

export function takesKeys(endpoint: AnyEndpoint): boolean {
  return endpoint.auth.includes("basic") || endpoint.auth.includes("bearer");
}

/** Headers of a key in the form that the endpoint reads. */
export function keyHeaders(endpoint: AnyEndpoint, basic: Record<string, string>): Record<string, string> {
  return endpoint.auth.includes("basic") ? basic : bearerHeaders(basic);
}

/** The key of a Basic header as a Bearer one. */
export function bearerHeaders(basic: Record<string, string>): Record<string, string> {
  return { authorization: `Bearer ${keyIn(basic)}` };
}

function keyIn(headers: Record<string, string>): string {
  const pair = Buffer.from((headers.authorization ?? "").split(" ")[1] ?? "", "base64").toString();
  return pair.slice(pair.indexOf(":") + 1);
}

/** Problems of a 422. */
export function problemsIn(answer: Answer): { type: string; loc: (string | number)[]; msg: string }[] {
  const { detail } = JSON.parse(answer.text);
  expect(Array.isArray(detail), `a 422 lists its problems: ${answer.text}`).toBe(true);
  return detail;
}
