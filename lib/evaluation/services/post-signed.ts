import type { IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Unscored } from "#lib/evaluation/graders/grade-result.ts";
import { ForbiddenAddress } from "#lib/models/upstreams/host-guard.ts";
import { networkFault } from "#lib/models/upstreams/network-fault.ts";
import { addressIn, type Network, PUBLIC, reasonOf, sendSigned } from "#lib/models/upstreams/send-signed.ts";
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

function addressOf(text: string, network: Network): URL {
  const url = addressIn(text, network);
  if (url) return url;
  throw new Unscored(
    "verifier_failed",
    `${text.slice(0, 200)} is not an address of the form https://host/path`,
  );
}

type Once = SignedPost & { readonly network: Network };

async function postOnce(url: URL, id: string, { body, secret, ...rest }: Once) {
  const response = await sendSigned({ ...rest, url, id, text: JSON.stringify(body), secrets: [secret] });
  return readAnswer(url, response);
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
  return new Unscored("verifier_failed", `${url.host} ${networkFault(reasonOf(error)).text}`);
}
