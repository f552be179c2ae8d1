import { useEffect, useEffectEvent, useState } from "react";
import type { Shortcut } from "#components/ui/mount/shortcut-keys.ts";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";

type Keys = {
  /** Null if no reply is running. */
  onStop: (() => void) | null;
  onHeat: () => void;
  onBlind: (() => void) | null;
  /** Opens the queue dialog for the last round; null if there is nothing to add. */
  onQueue: (() => void) | null;
  onWrite: () => void;
};

const NONE: readonly Shortcut[] = [];

/** The keys of the playground, except those that vote. */
export function usePlaygroundKeys({ onStop, onHeat, onBlind, onQueue, onWrite }: Keys): void {
  const act = useEffectEvent((name: "stop" | "heat" | "blind" | "queue" | "write") => {
    const run = { stop: onStop, heat: onHeat, blind: onBlind, queue: onQueue, write: onWrite }[name];
    run?.();
  });
  const [shortcuts, setShortcuts] = useState(NONE);
  const [canStop, canBlind, canQueue] = [onStop !== null, onBlind !== null, onQueue !== null];
  useEffect(() => {
    setShortcuts([
      // If the key does something else, such as closing a menu, it must not also end a reply.
      ...(canStop
        ? [
            {
              keys: "escape",
              label: "Stop all replies",
              run: () => act("stop"),
              whileTyping: true,
              isMeant: isPlain,
            },
          ]
        : []),
      { keys: "m", label: "Write a message", run: () => act("write") },
      { keys: "h", label: "Show or hide token probabilities", run: () => act("heat") },
      ...(canBlind ? [{ keys: "n", label: "Hide or show the names", run: () => act("blind") }] : []),
      ...(canQueue
        ? [{ keys: "q", label: "Send the last replies to a queue", run: () => act("queue") }]
        : []),
    ]);
  }, [canStop, canBlind, canQueue]);
  useShortcuts("Playground", shortcuts);
}

function isPlain(): boolean {
  return (
    document.querySelector('[data-modal="true"],[role="alertdialog"],[role="menu"],[role="listbox"]') === null
  );
}
