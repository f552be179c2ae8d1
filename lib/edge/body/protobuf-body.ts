import type { AnyEndpoint } from "#lib/contract/endpoint.ts";
import * as z from "#lib/contract/zod.ts";

/** How an endpoint's input and reply are written as protobuf. Both sides speak the JSON form, so that one contract describes them. */
export type ProtobufMessages = {
  /** The input as its JSON form says it. Throws `Unreadable` if the bytes are not such a message. */
  read(bytes: Uint8Array): unknown;
  /** The bytes of a reply that is given in its JSON form. */
  write(reply: unknown): Uint8Array<ArrayBuffer>;
};

export function isProtobuf(headers: Headers): boolean {
  return /^application\/(x-)?protobuf\s*(;|$)/i.test(headers.get("content-type") ?? "");
}

/** Encodes a verb's answer for a caller who asked in protobuf. */
export function protobufResponse(
  { reply }: AnyEndpoint,
  answer: unknown,
  messages: ProtobufMessages,
): Response {
  return new Response(messages.write(z.encode(reply, answer)), {
    headers: { "Content-Type": "application/x-protobuf" },
  });
}
