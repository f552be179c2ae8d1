/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export type SpindleOptions = {
  /** Where the service is, such as `http://127.0.0.1:3000`. */
  url: string;
  apiKey: string;
  /** Instead of the platform's own, such as one that tries again. */
  fetch?: typeof fetch;
};

export type RequestOptions = {
  signal?: AbortSignal;
  /** Where an endpoint takes one, the same request under the same key is done once. */
  idempotencyKey?: string;
};

/** One fault of a 422: what kind, where in the request, and in words. */
export type FieldProblem = { type: string; loc: (string | number)[]; msg: string };

/** The service answered something other than 200. */
export class SpindleError extends Error {
  override readonly name = "SpindleError";
  readonly status: number;
  /** Of a 422, one for each field that is wrong; otherwise empty. */
  readonly problems: FieldProblem[];
  /** A word for programs, where the service has one. */
  readonly code: string | null;
  /** Seconds to wait before another try, where the service says so. */
  readonly retryAfter: number | null;
  /** What the service's log calls this request. */
  readonly requestId: string | null;

  constructor(message: string, status: number, facts: Partial<SpindleErrorFacts> = {}) {
    super(message);
    this.status = status;
    this.problems = facts.problems ?? [];
    this.code = facts.code ?? null;
    this.retryAfter = facts.retryAfter ?? null;
    this.requestId = facts.requestId ?? null;
  }
}

type SpindleErrorFacts = Pick<SpindleError, "problems" | "code" | "retryAfter" | "requestId">;

/** A part of a chat completion that is streamed. */
export type ChatCompletionChunk = {
  id?: string;
  model?: string;
  choices: {
    index: number;
    delta: { role?: string; content?: string | null; [field: string]: unknown };
    finish_reason: string | null;
    [field: string]: unknown;
  }[];
  usage?: { [name: string]: unknown } | null;
  /** Of a completion that is stored. */
  call_id?: string;
  [field: string]: unknown;
};

/** How an endpoint is asked. What of the input stands neither in the path nor in the query is the body. */
type Operation = {
  method: string;
  path: string;
  query?: readonly string[];
  body?: "json" | "form";
  /** It takes the key as a password only. */
  basic?: true;
};
type Input = { readonly [name: string]: unknown };

/** Sends requests and reads answers; what the client's methods share. */
export class Connection {
  readonly #options: SpindleOptions;

  constructor(options: SpindleOptions) {
    if (!/^https?:\/\//.test(options.url))
      throw new TypeError(`${options.url} is not an address; use one such as http://127.0.0.1:3000`);
    this.#options = options;
  }

  async json<Reply>(operation: Operation, input: Input, options?: RequestOptions): Promise<Reply> {
    const response = await this.send(operation, input, options);
    // The service answers what its description of itself says.
    return (await response.json()) as Reply;
  }

  /** One value a line, as the lines arrive. */
  async *lines<Line>(operation: Operation, input: Input, options?: RequestOptions): AsyncGenerator<Line> {
    const response = await this.send(operation, input, options);
    for await (const line of linesOf(response)) if (line !== "") yield JSON.parse(line);
  }

  /** The data of server-sent events, until the service ends the stream. */
  async *events<Data>(operation: Operation, input: Input, options?: RequestOptions): AsyncGenerator<Data> {
    const response = await this.send(operation, input, options, "text/event-stream");
    let data: string[] = [];
    for await (const line of linesOf(response)) {
      if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
      if (line !== "" || data.length === 0) continue;
      const text = data.join("\n");
      data = [];
      if (text === "[DONE]") return;
      yield okOrThrow<Data>(JSON.parse(text));
    }
  }

  async send(operation: Operation, input: Input, options: RequestOptions = {}, accept?: string) {
    const { url, apiKey, fetch: ask = fetch } = this.#options;
    const { path, query, rest } = split(operation, input);
    const headers = new Headers({ authorization: credential(apiKey, operation.basic === true) });
    if (accept !== undefined) headers.set("accept", accept);
    if (operation.body === "json") headers.set("content-type", "application/json");
    if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
    const response = await ask(`${url.replace(/\/+$/, "")}/api${path}${query}`, {
      method: operation.method,
      headers,
      ...(operation.body === "json" ? { body: JSON.stringify(rest) } : {}),
      ...(operation.body === "form" ? { body: formOf(rest) } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}

/** Puts each field of an input where it travels. */
function split({ path, query = [] }: Operation, input: Input) {
  const rest = { ...input };
  const take = (name: string) => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(take(name))));
  const search = new URLSearchParams();
  for (const name of query) {
    const value = take(name);
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return { path: filled, query: search.size > 0 ? `?${search}` : "", rest };
}

function credential(apiKey: string, isBasic: boolean): string {
  return isBasic ? `Basic ${btoa(`api:${apiKey}`)}` : `Bearer ${apiKey}`;
}

function formOf(fields: Input): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  return form;
}

/** A stream that breaks off says so in its last event. */
function okOrThrow<Data>(data: Data & { error?: { message: string; code: string | null } }): Data {
  if (data.error) throw new SpindleError(data.error.message, 500, { code: data.error.code });
  return data;
}

async function errorOf(response: Response): Promise<SpindleError> {
  const body = await response.json().catch(() => null);
  const detail = body?.detail;
  const problems: FieldProblem[] = Array.isArray(detail) ? detail : [];
  const words = problems.map(({ loc, msg }) => `${loc.slice(1).join(".") || "request"}: ${msg}`).join("; ");
  const message = typeof detail === "string" ? detail : words;
  const retryAfter = response.headers.get("retry-after");
  return new SpindleError(message || `The service answered ${response.status}`, response.status, {
    problems,
    code: body?.code ?? body?.error?.code ?? null,
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    requestId: response.headers.get("x-request-id"),
  });
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest !== "") yield rest;
  } finally {
    // A caller who leaves a loop over a stream ends it.
    await reader.cancel().catch(() => undefined);
  }
}
