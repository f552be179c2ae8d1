import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import * as z from "#lib/contract/zod.ts";

/** Encodes a verb's answer: only declared fields of the reply are sent. */
export function jsonResponse(endpoint: AnyEndpoint, answer: unknown): Response {
  return new Response(encodeReply(endpoint, answer), {
    status: statusOf(endpoint, answer),
    headers: { "Content-Type": "application/json", ...headersFrom(endpoint, answer) },
  });
}

export function encodeReply(endpoint: AnyEndpoint, answer: unknown): string {
  return JSON.stringify(z.encode(endpoint.reply, answer));
}

function statusOf({ failsUnless }: AnyEndpoint, answer: unknown): number {
  if (failsUnless === undefined || typeof answer !== "object" || answer === null) return 200;
  return Reflect.get(answer, failsUnless) === true ? 200 : 503;
}

function headersFrom(endpoint: AnyEndpoint, answer: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  if (typeof answer !== "object" || answer === null) return headers;
  for (const [name, field] of Object.entries(endpoint.replyHeaders ?? {}))
    if (Object.hasOwn(answer, field)) headers[name] = String(Reflect.get(answer, field));
  return headers;
}
