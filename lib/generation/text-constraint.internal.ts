import type { TokenConstraint } from "#lib/engine/port.ts";

type Bytes = Uint8Array;

/** Allows exactly one of several texts, in any division into tokens, and the end behind it. */
export function textConstraint(
  texts: readonly string[],
  { tokenBytes, endTokenIds }: { tokenBytes: (id: number) => Bytes; endTokenIds: ReadonlySet<number> },
): TokenConstraint {
  let left: Bytes[] = texts.map((text) => new TextEncoder().encode(text));
  return {
    allows: (tokenId) => {
      if (endTokenIds.has(tokenId)) return left.some((rest) => rest.length === 0);
      const bytes = tokenBytes(tokenId);
      return bytes.length > 0 && left.some((rest) => startsWith(rest, bytes));
    },
    accept: (tokenId) => {
      if (endTokenIds.has(tokenId)) return;
      const bytes = tokenBytes(tokenId);
      left = left.filter((rest) => startsWith(rest, bytes)).map((rest) => rest.subarray(bytes.length));
    },
  };
}

function startsWith(text: Bytes, beginning: Bytes): boolean {
  return beginning.length <= text.length && beginning.every((byte, i) => byte === text[i]);
}
