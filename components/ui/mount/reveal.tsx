"use client";

import { createContext, useContext, useState } from "react";

/**
 * A place inside content that may be folded, to be opened and scrolled to. Places are texts whose parts are set apart by `/`, from the
 * outside in; whatever is inside `a/b` begins with `a/b/`.
 */
export type Revealed = {
  anchor: string;
  /** Where in the place's text, in UTF-16 units; null for all of it. */
  offset: number | null;
  /** Differs each time, so that the same place can be asked for again. */
  stamp: number;
};

const RevealContext = createContext<Revealed | null>(null);

export const RevealProvider = RevealContext;

/** The request for exactly this place, or null. */
export function useRevealed(anchor: string | undefined): Revealed | null {
  const revealed = useContext(RevealContext);
  return revealed && revealed.anchor === anchor ? revealed : null;
}

/** The request for this place or one inside it, or null. */
export function useRevealedWithin(anchor: string | undefined): Revealed | null {
  const revealed = useContext(RevealContext);
  return revealed && anchor !== undefined && isWithin(revealed.anchor, anchor) ? revealed : null;
}

export function isWithin(anchor: string, outer: string): boolean {
  return anchor === outer || anchor.startsWith(`${outer}/`);
}

/** A fold that opens when something inside it is asked for, and then stays as its reader leaves it. */
export function useFold(
  anchor: string | undefined,
  startsOpen = false,
): [boolean, (isOpen: boolean) => void] {
  const revealed = useRevealedWithin(anchor);
  const [isOpen, setOpen] = useState(startsOpen);
  const [seen, setSeen] = useState<number | null>(null);
  if (revealed && revealed.stamp !== seen) {
    setSeen(revealed.stamp);
    setOpen(true);
  }
  return [isOpen, setOpen];
}
