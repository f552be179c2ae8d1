"use client";

import { Button } from "#components/ui/button/button.tsx";
import { flipChip, QUEUE_CHIPS, type QueueChip } from "./queue-chips.ts";

type QueueChipBarProps = {
  chips: readonly QueueChip[];
  /** Those that mean nothing to the reader are left out. */
  canAnnotate: boolean;
  onChange: (text: string | null) => void;
};

export function QueueChipBar({ chips, canAnnotate, onChange }: QueueChipBarProps) {
  const offered = QUEUE_CHIPS.filter(({ id }) => canAnnotate || (id !== "mine" && id !== "needs-me"));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring the look of one.
    <div role="group" aria-label="Show only" className="flex flex-wrap items-center gap-1.5">
      {offered.map(({ id, label }) => (
        <Button
          key={id}
          size="sm"
          aria-pressed={chips.includes(id)}
          onClick={() => onChange(flipChip(chips, id))}
          className="rounded-full! aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent-ink"
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
