"use client";

import { useState } from "react";
import type { Trouble } from "#components/desk/state/desk-state.ts";

export type Choice = ReturnType<typeof useChoice>;

/** The choice between two answers can be put off: the item stays where it is and says so, also to a key that would answer it. */
export function useChoice(trouble: Trouble | null) {
  const [putOff, setPutOff] = useState<Trouble | null>(null);
  const [asked, setAsked] = useState<Trouble | null>(null);
  const isWanted = trouble?.kind === "stale";
  return {
    isWanted,
    isOpen: isWanted && trouble !== putOff,
    /** Whether a key was pressed that is for nothing until one of the two is chosen. */
    isAsked: isWanted && trouble === asked,
    putOff: () => setPutOff(trouble),
    open: () => {
      setPutOff(null);
      setAsked(null);
    },
    /** Says to choose first; false where there is nothing to choose. */
    ask: () => {
      if (isWanted) setAsked(trouble);
      return isWanted;
    },
  };
}
