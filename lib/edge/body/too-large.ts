import { TooLarge } from "#lib/platform/errors.ts";

export function tooLarge(maxBytes: number): TooLarge {
  return new TooLarge(
    `Request too large: the limit here is ${maxBytes} bytes; send fewer items in one request`,
  );
}
