/** Where a service answers, and the key to ask it with. */
export type Target = { readonly url: string; readonly port: number; readonly key: string };

export type Asked = {
  readonly method: string;
  /** Below the API, with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

/** What came of a request: a status, or how it ended without one. */
export type Answer = {
  readonly status: number | "hung" | "cut";
  readonly text: string;
};

/** Far more than any answer may take; a caller who waits longer has been forgotten. */
export const HANGS_AFTER_MS = 30_000;
/** Streams continue for as long as somebody listens, so only what they begin with is read. */
const STREAM = "text/event-stream";

/** Asks with the right key, unless `headers` bring another one. Never throws. */
export async function answerOf(target: Target, { method, path, body, headers = {} }: Asked): Promise<Answer> {
  const deadline = AbortSignal.timeout(HANGS_AFTER_MS);
  try {
    const response = await fetch(`${target.url}/api${path}`, {
      method,
      headers: { Authorization: authorization(target, path), ...contentType(body), ...headers },
      signal: deadline,
      redirect: "manual",
      ...(body === undefined ? {} : { body: asText(body) }),
    });
    if (response.headers.get("content-type")?.startsWith(STREAM)) {
      await response.body?.cancel();
      return { status: response.status, text: "" };
    }
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: deadline.aborted ? "hung" : "cut", text: String(error) };
  }
}

/** Threads are asked with Basic alone, the routes below /v1 with a bearer alone, all others with either. */
function authorization({ key }: Target, path: string): string {
  if (path.startsWith("/v1/")) return `Bearer ${key}`;
  return `Basic ${Buffer.from(`proof:${key}`).toString("base64")}`;
}

function contentType(body: unknown): Record<string, string> {
  return body === undefined ? {} : { "Content-Type": "application/json" };
}

function asText(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
