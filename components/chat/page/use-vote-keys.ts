import { useEffect, useEffectEvent, useState } from "react";
import type { Shortcut } from "#components/ui/mount/shortcut-keys.ts";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import type { Verdict } from "#lib/contract/annotation/preference.ts";

const NONE: readonly Shortcut[] = [];

/** The keys that vote; `onVote` null takes them away. */
export function useVoteKeys(onVote: ((verdict: Verdict) => void) | null): void {
  const vote = useEffectEvent((verdict: Verdict) => onVote?.(verdict));
  const [shortcuts, setShortcuts] = useState(NONE);
  const canVote = onVote !== null;
  useEffect(() => {
    setShortcuts(
      canVote
        ? [
            { keys: "a", label: "The first reply is better", run: () => vote("first") },
            { keys: "b", label: "The second reply is better", run: () => vote("second") },
            { keys: "=", label: "They are equal", run: () => vote("tie") },
            { keys: "0", label: "Both are bad", run: () => vote("both_bad") },
          ]
        : NONE,
    );
  }, [canVote]);
  useShortcuts("Votes", shortcuts);
}
