"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { Shortcut } from "#components/ui/mount/shortcut-keys.ts";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";

export type AdjudicationAct =
  | { kind: "adopt"; place: number }
  | { kind: "merge" | "write" | "send" | "gold" | "undo" | "names" };

type AdjudicationKeys = {
  letters: readonly string[];
  /** False while a form is open, to which the keys then belong. */
  isOpen: boolean;
  run: (act: AdjudicationAct) => void;
};

const MAX_DIGITS = 9;

/** Single keys that decide; `?` lists them. */
export function useAdjudicationKeys({ letters, isOpen, run }: AdjudicationKeys): void {
  const act = useEffectEvent(run);
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([]);
  const named = letters.slice(0, MAX_DIGITS).join(" ");
  useEffect(() => {
    const key = (keys: string, label: string, what: AdjudicationAct) => ({
      keys,
      label,
      run: () => act(what),
    });
    const adopts =
      named === ""
        ? []
        : named
            .split(" ")
            .map((letter, place) => key(String(place + 1), `Adopt ${letter}`, { kind: "adopt", place }));
    const deciding = [
      ...adopts,
      key("m", "Merge field by field", { kind: "merge" }),
      key("e", "Write your own answer", { kind: "write" }),
      key("r", "Send back with a note", { kind: "send" }),
      key("g", "Make gold, or undo it", { kind: "gold" }),
      key("u", "Undo the decision", { kind: "undo" }),
      key("n", "Show or hide names", { kind: "names" }),
    ];
    setShortcuts(isOpen ? deciding : []);
  }, [named, isOpen]);
  useShortcuts("Decide", shortcuts);
}
