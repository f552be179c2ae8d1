import { useMemo, useState } from "react";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { AddToQueueDialog } from "./add-to-queue-dialog.tsx";

const NOTHING: ReadonlySet<string> = new Set();

/** Calls that were chosen on a page, and with `Q` the way to a queue; null for those who may not fill one. */
export function useCallChoice({ mayQueue, scope }: { mayQueue: boolean; scope: string }) {
  const [chosen, setChosen] = useState(NOTHING);
  const [isAdding, setAdding] = useState(false);
  const shortcuts = useMemo(() => {
    const run = chosen.size > 0 ? () => setAdding(true) : null;
    return mayQueue ? [{ keys: "q", label: "Add the chosen answers to a queue", run }] : [];
  }, [mayQueue, chosen]);
  useShortcuts(scope, shortcuts);
  if (!mayQueue) return null;
  return {
    chosen,
    add: () => setAdding(true),
    flip: (...callIds: string[]) => {
      const next = new Set(chosen);
      for (const callId of callIds) if (!next.delete(callId)) next.add(callId);
      setChosen(next);
    },
    choose: setChosen,
    dialog: (
      <AddToQueueDialog
        callIds={[...chosen]}
        open={isAdding}
        onOpenChange={setAdding}
        onAdded={() => setChosen(NOTHING)}
      />
    ),
  };
}
