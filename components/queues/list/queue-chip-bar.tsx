"use client";

import { Chip } from "#components/ui/button/chip.tsx";
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
        <Chip key={id} isOn={chips.includes(id)} onClick={() => onChange(flipChip(chips, id))}>
          {label}
        </Chip>
      ))}
    </div>
  );
}
