import { createHmac } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { guardedLookup, type HostRules, requireAllowedHost } from "./host-guard.ts";

/** Which addresses may be asked, and whether without TLS. */
export type Network = { readonly rules: HostRules; readonly isPlainAllowed: boolean };

/** No private network, and nothing but https. */
export const PUBLIC: Network = { rules: { allowPrivate: false }, isPlainAllowed: false };

export type SignedMessage = {
  readonly url: URL;
  /** The same for each attempt, so that a receiver can recognise repeats. */
  readonly id: string;
  readonly text: string;
  /** As Standard Webhooks writes them: `whsec_` and base64. Each gives a signature of its own. */
  readonly secrets: readonly string[];
  readonly timeoutSeconds: number;
  readonly signal: AbortSignal;
  readonly network: Network;
};

/** The URL in a text, or null if it is not allowed: another scheme, or with credentials in it. */
export function addressIn(text: string, { isPlainAllowed }: Network): URL | null {
  const url = URL.parse(text);
  const isFit = url?.protocol === "https:" || (isPlainAllowed && url?.protocol === "http:");
  return url && isFit && url.username === "" && url.password === "" ? url : null;
}

/** Posts JSON, signed as a Standard Webhook. The address is checked as it is connected to, and nothing is followed elsewhere. */
export async function sendSigned(message: SignedMessage): Promise<IncomingMessage> {
  const { url, id, text, secrets, timeoutSeconds, signal, network } = message;
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
      "webhook-signature": secrets
        .map((secret) => signatureOf(secret, `${id}.${timestamp}.${text}`))
        .join(" "),
    },
  });
  request.end(text);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

/** A failure of the network in words. The signal's own reason says more than the request's error, which hides its name. */
export function reasonOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof DOMException ? error.cause : error;
}
