import type { TokenConstraint } from "#lib/engine/port/port.ts";
import type { State } from "./byte-states.internal.ts";
import { type Reading, Readings } from "./readings.internal.ts";
import type { Vocabulary } from "./vocabulary.ts";

export type Tokens = {
  tokenBytes(id: number): Uint8Array;
  /** They are allowed where the text may end, and only there. */
  readonly endTokenIds: Iterable<number>;
  /** With it a constraint lists what may come. */
  readonly vocabulary?: Vocabulary;
};

/** Narrows tokens to a text that begins in one of the states, in any division into tokens. A token without bytes is never allowed. */
export function byteConstraint(
  start: readonly State[],
  { tokenBytes, endTokenIds, vocabulary }: Tokens,
): TokenConstraint {
  const ends = new Set(endTokenIds);
  let reading = new Readings().of(start);
  const after = (id: number) => {
    const bytes = tokenBytes(id);
    let next: Reading | null = bytes.length === 0 ? null : reading;
    for (let i = 0; i < bytes.length && next; i++) next = next.after(bytes[i] ?? 0);
    return next;
  };
  const known = new WeakMap<Reading, readonly number[]>();
  const listed = (at: Reading, all: Vocabulary) => {
    const own = all.following(at).filter((id) => !ends.has(id));
    const list = at.canEnd ? [...own, ...ends] : own;
    known.set(at, list);
    return list;
  };
  return {
    ...(vocabulary
      ? { allowed: () => (reading ? (known.get(reading) ?? listed(reading, vocabulary)) : []) }
      : {}),
    allows: (id) => (ends.has(id) ? reading?.canEnd === true : after(id) !== null),
    accept: (id) => {
      if (ends.has(id)) return;
      const next = after(id);
      if (!next) throw new Error(`The token ${id} does not continue the text; ask allows first`);
      reading = next;
    },
  };
}
