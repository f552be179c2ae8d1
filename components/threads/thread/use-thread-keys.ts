import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { Shortcut } from "#components/ui/mount/shortcut-keys.ts";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import type { Turn } from "#lib/contract/traces/threads.ts";
import type { TurnActs } from "./turn.tsx";

type ThreadKeys = {
  view: RefObject<HTMLElement | null>;
  /** The one that is read; undefined while it loads. */
  turn: Turn | undefined;
  acts: TurnActs;
  step: (by: number) => void;
};

const NONE: readonly Shortcut[] = [];

/** The keys of a conversation. They act on the turn that is read. */
export function useThreadKeys({ view, turn, acts, step }: ThreadKeys): void {
  const move = useEffectEvent(step);
  const act = useEffectEvent((name: "open" | "up" | "down" | "add") => {
    if (!turn) return;
    if (name === "open") acts.onOpen(turn);
    else if (name === "add") acts.onAdd?.(turn);
    else acts.onThumb?.(turn, name);
  });
  const [shortcuts, setShortcuts] = useState(NONE);
  const [mayThumb, mayAdd] = [acts.onThumb !== null, acts.onAdd !== null];
  useEffect(() => {
    const isMeant = (target: EventTarget | null) => isReading(view.current, target);
    setShortcuts([
      { keys: "arrowdown", label: "Next turn", run: () => move(1), isMeant },
      { keys: "arrowup", label: "Previous turn", run: () => move(-1), isMeant },
      { keys: "enter", label: "Open the turn's call", run: () => act("open"), isMeant },
      ...(mayThumb
        ? [
            { keys: "+", label: "Thumbs up for the turn", run: () => act("up") },
            { keys: "-", label: "Thumbs down for the turn", run: () => act("down") },
          ]
        : []),
      ...(mayAdd ? [{ keys: "q", label: "Add the turn to a queue", run: () => act("add") }] : []),
      {
        keys: "#",
        label: "Jump to a turn",
        run: () => view.current?.querySelector<HTMLInputElement>("[data-jump]")?.focus(),
      },
    ]);
  }, [view, mayThumb, mayAdd]);
  useShortcuts("Conversation", shortcuts);
}

/** Keys that controls and lists use themselves are meant for the conversation only where none of those has the focus. */
function isReading(view: HTMLElement | null, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target === document.body || target.id === "main") return true;
  if (!view?.contains(target)) return false;
  // A line of the list of turns goes with the conversation.
  if (target.closest("nav")) return true;
  return target.closest("a, button, input, select, summary, [role=tree], [role=combobox], pre") === null;
}
