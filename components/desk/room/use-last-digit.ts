"use client";

import { useMemo, useRef, useState } from "react";
import type { FormHandle } from "#components/desk/state/desk-handles.ts";
import type { DeskStore } from "#components/desk/state/desk-store.ts";
import { meantForLast, type SubmittedByDigit } from "./meant-for-last.ts";

/** What a key begins to write. */
export type Writing = "correction" | "note";

export type LastDigit = {
  /** The item that is shown again. */
  backAt: string | null;
  /** A digit has answered an item and left it. */
  submitted: (itemId: string) => void;
  /** Another key was pressed. */
  forget: () => void;
  /** Whether the key means the item before; then that is shown again, where it begins once the form is there. */
  goBack: (writing: Writing) => boolean;
  /** The form of an item is there. */
  begin: (form: FormHandle | null) => void;
};

/** Returns to the item that a digit has just answered when a key that begins to write follows at once (0139). */
export function useLastDigit(store: DeskStore): LastDigit {
  const [backAt, setBackAt] = useState<string | null>(null);
  const last = useRef<SubmittedByDigit | null>(null);
  const wanted = useRef<Writing | null>(null);
  const acts = useMemo(
    () => ({
      submitted: (itemId: string) => {
        last.current = { itemId, atMs: Date.now() };
      },
      forget: () => {
        last.current = null;
      },
      goBack: (writing: Writing) => {
        const itemId = meantForLast(last.current, store.read(), Date.now());
        last.current = null;
        if (itemId === null) return false;
        wanted.current = writing;
        setBackAt(itemId);
        store.dispatch({ type: "walked", itemId });
        return true;
      },
      begin: (form: FormHandle | null) => {
        const writing = wanted.current;
        wanted.current = null;
        if (writing === "correction") form?.editCorrection();
        else if (writing === "note") form?.focusNote();
        else setBackAt(null);
      },
    }),
    [store],
  );
  return { ...acts, backAt };
}
