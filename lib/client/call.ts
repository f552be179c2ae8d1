import type { AnyEndpoint, InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import * as z from "#lib/contract/zod.ts";
import { ApiError } from "./api-error.ts";
import { currentTransport } from "./transport.ts";

export type CallOptions = {
  /** Where the service is; the page's own origin where absent. */
  baseUrl?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Sent as `Idempotency-Key`, so that a retry does the work once. */
  idempotencyKey?: string;
  /** For endpoints that take one. */
  file?: File;
};

/** Calls an endpoint by its descriptor: the input is checked and written, the reply read. Throws `ApiError` for any answer but 200. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const response = await send(endpoint, input, options);
  return decodeReply(endpoint, await response.json());
}

/** As `call`, for endpoints that stream: gives each line as it arrives. */
export async function* callLines<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): AsyncGenerator<ReplyOf<E>> {
  const response = await send(endpoint, input, options);
  for await (const line of linesOf(response)) yield decodeReply(endpoint, JSON.parse(line));
}

/** As `callLines`, with the bytes of the lines as they come: for files, which are written and not read. */
export async function callBytes<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { body } = await send(endpoint, input, options);
  return body ?? new Blob([]).stream();
}

/** The whole of a stream as a list. */
export function callAll<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>[]> {
  return Array.fromAsync(callLines(endpoint, input, options));
}

/** Of an endpoint that is a parameter only the kind of its reply's schema is known, so the type has to be named. */
function decodeReply<E extends AnyEndpoint>(endpoint: E, wire: unknown): ReplyOf<E> {
  return z.decode(endpoint.reply, wire) as ReplyOf<E>;
}

type Flat = Record<string, unknown>;

async function send(endpoint: AnyEndpoint, input: unknown, options: CallOptions): Promise<Response> {
  const request = requestOf(endpoint, input as Flat, options);
  const transport = options.baseUrl === undefined ? currentTransport() : null;
  const response = await (transport ? transport.send(request) : fetch(request));
  if (!response.ok) throw await ApiError.of(response);
  return response;
}

/** The request that an input makes; path, query and body each take their own fields from the flat input. */
export function requestOf(endpoint: AnyEndpoint, input: Flat, options: CallOptions = {}): Request {
  // Each part of an input is a wire object, and so is what it is written as.
  const write = (schema: z.Schema | undefined) => (schema ? (z.encode(schema, input) as Flat) : {});
  const params = write(endpoint.input.params);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const base = options.baseUrl ?? currentTransport()?.origin ?? globalThis.location?.origin ?? "";
  const url = new URL(`${base}/api${path}`);
  for (const [key, value] of Object.entries(write(endpoint.input.query)))
    if (value !== undefined && value !== null) url.searchParams.set(key, String(value));
  const headers = new Headers(options.headers);
  // A form's own type names the boundary of its parts.
  if (endpoint.input.body && !endpoint.upload) headers.set("Content-Type", "application/json");
  if (options.idempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey);
  return new Request(url, {
    method: endpoint.method,
    headers,
    ...(endpoint.input.body ? { body: bodyOf(endpoint, write(endpoint.input.body), options) } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  });
}

function bodyOf({ upload }: AnyEndpoint, fields: Flat, { file }: CallOptions): string | FormData {
  if (!upload) return JSON.stringify(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) form.append(name, String(value));
  if (file) form.append("file", file);
  return form;
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  let rest = "";
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield line;
  }
  if (rest !== "") yield rest;
}
