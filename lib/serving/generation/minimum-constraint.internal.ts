import type { TokenConstraint } from "#lib/engine/port/port.ts";

/** Forbids the end before `minTokens` tokens, on top of what `inner` says. */
export function minimumConstraint(
  { minTokens, endTokenIds }: { minTokens: number; endTokenIds: ReadonlySet<number> },
  inner: TokenConstraint | undefined,
): TokenConstraint {
  let count = 0;
  return {
    allows: (tokenId) =>
      (count >= minTokens || !endTokenIds.has(tokenId)) && (inner?.allows(tokenId) ?? true),
    accept: (tokenId) => {
      count++;
      inner?.accept(tokenId);
    },
  };
}
