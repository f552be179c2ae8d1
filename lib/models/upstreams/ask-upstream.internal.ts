import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { RateLimited, Rejected, UpstreamFailed, UpstreamLate } from "#lib/platform/errors.ts";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import type { OpenUpstream } from "./find-upstream.ts";
import { ForbiddenAddress, guardedLookup, requireAllowedHost } from "./host-guard.ts";
import { networkFault } from "./network-fault.ts";

/** An answer may not be larger. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** The most bytes of a refusal to read. */
const MAX_REFUSAL_BYTES = 64 * 1024;
const MAX_RETRY_SECONDS = 120;
/** Servers such as vLLM's close a connection that is idle for five seconds; one that is closing must not be asked. */
const IDLE_CONNECTION_MS = 4_000;

/** How long an upstream may take, in ms. */
export type Patience = {
  /** Until the head of its answer is there, connecting included. */
  readonly firstByteMs: number;
  /** Between two pieces of the answer's body. */
  readonly pauseMs: number;
  /** For the body as a whole. */
  readonly totalMs: number;
};

export type UpstreamQuestion = {
  readonly method: "GET" | "POST";
  /** Below the upstream's base address. */
  readonly path: string;
  readonly body?: string;
  readonly patience: Patience;
  readonly signal: AbortSignal;
};

/**
 * Asks an upstream and answers once the head of a 200 is there. Addresses are checked as they are connected to, and nothing is followed
 * elsewhere. Throws `Rejected`, `RateLimited`, `UpstreamFailed` or `UpstreamLate`, whose texts hold nothing of the upstream's answer.
 */
export async function askUpstream(
  upstream: OpenUpstream,
  question: UpstreamQuestion,
): Promise<IncomingMessage> {
  const response = await connect(upstream, question);
  if (response.statusCode === 200) return response;
  throw await refusal(upstream, response);
}

/** The pieces of an answer's body. Throws `UpstreamFailed` or `UpstreamLate` if it is cut off, too large, or pauses for too long. */
export async function* bodyOf(
  upstream: OpenUpstream,
  response: IncomingMessage,
  { signal, patience }: Pick<UpstreamQuestion, "signal" | "patience">,
): AsyncGenerator<Buffer> {
  let size = 0;
  const stop = () => response.destroy(late(upstream));
  response.setTimeout(patience.pauseMs, stop);
  const timer = setTimeout(stop, patience.totalMs);
  try {
    for await (const chunk of response) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) throw failed(upstream, "sent more data than is allowed");
      yield chunk;
    }
  } catch (error) {
    throw asOurs(upstream, error, signal);
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
}

export function failed({ name }: OpenUpstream, what: string): UpstreamFailed {
  return new UpstreamFailed(`The upstream ${name} ${what}`, { retryable: true });
}

async function connect(upstream: OpenUpstream, question: UpstreamQuestion): Promise<IncomingMessage> {
  const { method, path, body, patience, signal } = question;
  const { baseUrl, key, allowPrivate } = upstream;
  const url = new URL(baseUrl + path);
  const isSecure = url.protocol === "https:";
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(late(upstream)), patience.firstByteMs);
  try {
    // Digits in the address are connected to without a look-up.
    await requireAllowedHost(url.hostname, { allowPrivate });
    const request = (isSecure ? https : http).request(url, {
      method,
      agent: agentOf(isSecure, allowPrivate),
      lookup: guardedLookup({ allowPrivate }),
      signal: AbortSignal.any([signal, timer.signal]),
      headers: {
        Accept: "application/json, text/event-stream",
        "Accept-Encoding": "identity",
        "User-Agent": "spindle",
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined
          ? {}
          : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }),
      },
    });
    // Once the answer has begun, the answer reports its own errors.
    request.on("error", () => undefined);
    request.end(body);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    // From here on the body's own patience counts, and the caller's signal ends it.
    signal.addEventListener("abort", () => response.destroy(), { once: true });
    return response;
  } catch (error) {
    throw asOurs(upstream, timer.signal.aborted ? timer.signal.reason : error, signal);
  } finally {
    clearTimeout(timeout);
  }
}

/** One pool of connections per set of allowed addresses. */
function agentOf(isSecure: boolean, allowPrivate: boolean): http.Agent {
  return processWide(`upstream-agent-${isSecure}-${allowPrivate}`, () => {
    const options = { keepAlive: true, maxFreeSockets: 16, timeout: IDLE_CONNECTION_MS };
    return isSecure ? new https.Agent(options) : new http.Agent(options);
  });
}

function late({ name }: OpenUpstream): UpstreamLate {
  return new UpstreamLate(`The upstream ${name} did not respond in time`);
}

function asOurs(upstream: OpenUpstream, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof UpstreamLate || error instanceof UpstreamFailed) return error;
  log.warn({ err: error, upstream: upstream.name }, "an upstream failed");
  if (error instanceof ForbiddenAddress)
    return new UpstreamFailed(`The upstream ${upstream.name} lies at an address that is not allowed`, {
      cause: error,
    });
  return new UpstreamFailed(`The upstream ${upstream.name} ${networkFault(error).text}`, {
    retryable: true,
    cause: error,
  });
}

/** The error for a status other than 200. Faults of the operator's settings are not the caller's. */
async function refusal(upstream: OpenUpstream, response: IncomingMessage): Promise<Error> {
  const status = response.statusCode ?? 0;
  const code = status === 400 ? await refusalCode(response) : null;
  const retryAfter = Number(response.headers["retry-after"]);
  response.destroy();
  log.warn({ upstream: upstream.name, status }, "an upstream refused");
  const said = `The upstream ${upstream.name} answered ${status}`;
  switch (status) {
    case 400:
    case 413:
    case 422:
      return new Rejected(`${said}: it does not accept this request`, code === null ? {} : { code });
    case 429:
      return new RateLimited(
        `${said}: it is overloaded`,
        retryAfter >= 0 ? Math.min(Math.ceil(retryAfter), MAX_RETRY_SECONDS) : 1,
      );
    case 408:
    case 504:
      return late(upstream);
    case 401:
    case 403:
      return new UpstreamFailed(`${said}: an admin must check its API key`);
    case 404:
      return new UpstreamFailed(`${said}: it does not know the model, or its address is wrong`);
    default:
      return new UpstreamFailed(said, { retryable: status >= 500 });
  }
}

/** The one error code that clients act on; nothing else of the body is passed on. */
async function refusalCode(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      size += chunk.length;
      if (size > MAX_REFUSAL_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  const isTooLong = /"code"\s*:\s*"context_length_exceeded"/.test(Buffer.concat(chunks).toString("utf8"));
  return isTooLong ? "context_length_exceeded" : null;
}
