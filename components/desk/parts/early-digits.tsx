"use client";

import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { takeEarlyDigit } from "#components/layout/early/take-early-digit.ts";
import { isTextTarget } from "#components/ui/mount/shortcut-keys.ts";

type EarlyDigits = {
  /** The last digit that was pressed while the desk loaded. */
  digit: string | null;
  note: (digit: string | null) => void;
};

const EarlyDigitsContext = createContext<EarlyDigits>({ digit: null, note: () => {} });

/** Keeps what is pressed while the parts of the desk come one after the other, until the desk itself is there to say what became of it. */
export function EarlyDigitsProvider({ children }: { children: ReactNode }) {
  const [digit, note] = useState<string | null>(null);
  return (
    <EarlyDigitsContext value={useMemo(() => ({ digit, note }), [digit])}>{children}</EarlyDigitsContext>
  );
}

export function useEarlyDigits(): EarlyDigits {
  return use(EarlyDigitsContext);
}

/** Hears digits for as long as what uses it stands in the place of the desk; also the one that came before the page answered. */
export function useHearDigits(): string | null {
  const { digit, note } = useEarlyDigits();
  useEffect(() => {
    const before = takeEarlyDigit();
    if (before !== null) note(before);
    const hear = (event: KeyboardEvent) => {
      const isMeant = /^[0-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isMeant && !isTextTarget(event.target)) note(event.key);
    };
    window.addEventListener("keydown", hear);
    return () => {
      window.removeEventListener("keydown", hear);
      takeEarlyDigit();
    };
  }, [note]);
  return digit;
}
