"use client";

import { useMemo, useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { useAim } from "#components/queues/add/aim.ts";
import { AddThreads } from "#components/threads/queries/add-threads.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { ThreadExport } from "./use-thread-export.ts";

type ThreadSelectionBarProps = {
  selected: ReadonlySet<string>;
  onClear: () => void;
  exporting: ThreadExport;
};

/** What can be done with the selected threads. */
export function ThreadSelectionBar({ selected, onClear, exporting }: ThreadSelectionBarProps) {
  const { can } = useProject();
  const [isAdding, setAdding] = useState(false);
  const mayAdd = can("queues:write");
  const aim = useAim();
  const { start, isRunning } = exporting;
  useShortcuts(
    "Selected threads",
    useMemo(
      () => [
        ...(mayAdd ? [{ keys: "q", label: "Add them to a queue", run: () => setAdding(true) }] : []),
        { keys: "e", label: "Export their turns as a file", run: isRunning ? null : () => start(selected) },
      ],
      [mayAdd, isRunning, start, selected],
    ),
  );
  return (
    <section
      aria-label="Selected threads"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-accent-tint px-4 py-2"
    >
      <p aria-live="polite" className="mr-2 font-medium text-accent-ink max-sm:w-full">
        {countOf(selected.size, "thread")} selected
      </p>
      {mayAdd ? (
        <Button size="sm" variant={aim ? "primary" : "secondary"} onClick={() => setAdding(true)}>
          {aim ? `Add to “${aim.name}”` : "Add to queue"}
        </Button>
      ) : null}
      <Button size="sm" pending={isRunning} onClick={() => start(selected)}>
        Export
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear the selection
      </Button>
      <AddThreads
        threadIds={[...selected]}
        queue={aim}
        open={isAdding}
        onOpenChange={setAdding}
        onAdded={onClear}
      />
    </section>
  );
}
