import { createHmac } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { Unscored } from "#lib/evaluation/graders/grade-result.ts";
import {
  ForbiddenAddress,
  guardedLookup,
  type HostRules,
  requireAllowedHost,
} from "#lib/models/upstreams/host-guard.ts";
import { networkFault } from "#lib/models/upstreams/network-fault.ts";
import { newId } from "#lib/platform/ids.ts";

export type SignedPost = {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** As Standard Webhooks writes it: `whsec_` and base64. */
  readonly secret: string;
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
};

const TRIES = 3;
const PAUSE_MS = 500;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** No private network, and nothing but https. */
const PUBLIC: Network = { rules: { allowPrivate: false }, isPlainAllowed: false };

export type Network = { readonly rules: HostRules; readonly isPlainAllowed: boolean };

/**
 * Posts JSON, signed as a Standard Webhook, and answers the JSON that comes back. The address is checked as it is connected to, and nothing is
 * followed elsewhere. What may be chance is tried three times with one id. Throws `Unscored`.
 */
export async function postSigned(post: SignedPost, network = PUBLIC): Promise<unknown> {
  const url = addressOf(post.url, network);
  const id = `msg_${newId()}`;
  for (let tried = 1; ; tried++) {
    try {
      return await postOnce(url, id, { ...post, network });
    } catch (error) {
      post.signal.throwIfAborted();
      const failed = asUnscored(error, url);
      if (tried === TRIES || !(error instanceof Transient || isNetworkError(error))) throw failed;
    }
    await pause(PAUSE_MS * tried, undefined, { signal: post.signal });
  }
}

/** What another try may mend. */
class Transient extends Unscored {}

function addressOf(text: string, { isPlainAllowed }: Network): URL {
  const url = URL.parse(text);
  const isFit = url?.protocol === "https:" || (isPlainAllowed && url?.protocol === "http:");
  if (!url || !isFit || url.username !== "" || url.password !== "")
    throw new Unscored(
      "verifier_failed",
      `${text.slice(0, 200)} is not an address of the form https://host/path`,
    );
  return url;
}

type Once = SignedPost & { readonly network: Network };

async function postOnce(url: URL, id: string, { body, secret, timeoutSeconds, signal, network }: Once) {
  const text = JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  // Digits in the address are connected to without a look-up.
  await requireAllowedHost(url.hostname, network.rules);
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method: "POST",
    agent: false,
    lookup: guardedLookup(network.rules),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1000)]),
    headers: {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
      "Accept-Encoding": "identity",
      "User-Agent": "spindle",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatureOf(secret, `${id}.${timestamp}.${text}`),
    },
  });
  request.end(text);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return readAnswer(url, response);
}

function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

async function readAnswer(url: URL, response: IncomingMessage): Promise<unknown> {
  const { statusCode = 0 } = response;
  if (statusCode !== 200) {
    response.destroy();
    const text = `${url.host} answered ${statusCode} instead of 200`;
    throw statusCode >= 500 || statusCode === 429
      ? new Transient("verifier_failed", text)
      : new Unscored("verifier_failed", text);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES)
      throw new Unscored("verifier_failed", `${url.host} answered with more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new Unscored("verifier_failed", `${url.host} did not answer with JSON`);
  }
}

function isNetworkError(error: unknown): boolean {
  return !(error instanceof Unscored || error instanceof ForbiddenAddress);
}

function asUnscored(error: unknown, url: URL): Unscored {
  if (error instanceof Unscored) return error;
  if (error instanceof ForbiddenAddress)
    return new Unscored("verifier_failed", `${url.host} is not asked: ${error.message}`);
  return new Unscored("verifier_failed", `${url.host} ${networkFault(timeoutIn(error)).text}`);
}

/** The signal's own reason, of which the request's error hides the name. */
function timeoutIn(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof DOMException ? error.cause : error;
}
