import type { TokenConstraint } from "#lib/engine/port/port.ts";

/** Stands for the end of a part towards the part itself; no vocabulary has it. */
export const PART_END = -1;

/**
 * One constraint after the other. Each part is made for `PART_END` as its only end token; a token belongs to one part as a whole, and
 * the next part begins once the present one may end and the token fits the next. Real end tokens are allowed behind the last part.
 */
export function sequenceConstraint(
  parts: readonly TokenConstraint[],
  endTokenIds: ReadonlySet<number>,
): TokenConstraint {
  let at = 0;
  /** The part that a token belongs to: the present one where it takes it, else the next. */
  const partOf = (tokenId: number): number | null => {
    for (let i = at; i < parts.length; i++) {
      const part = parts[i];
      if (part?.allows(tokenId)) return i;
      if (!part?.allows(PART_END)) return null;
    }
    return null;
  };
  return {
    allows: (tokenId) =>
      endTokenIds.has(tokenId)
        ? at === parts.length - 1 && parts[at]?.allows(PART_END) === true
        : partOf(tokenId) !== null,
    accept: (tokenId) => {
      if (endTokenIds.has(tokenId)) return;
      at = partOf(tokenId) ?? at;
      parts[at]?.accept(tokenId);
    },
  };
}
