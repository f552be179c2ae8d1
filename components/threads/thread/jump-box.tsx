"use client";

import { useState } from "react";
import { Input } from "#components/ui/field/input.tsx";
import { formatCount } from "#components/ui/text/format.ts";

type JumpBoxProps = { total: number; current: number; onJump: (index: number) => void };

/** Says which turn is read, and goes to the one that is typed. */
export function JumpBox({ total, current, onJump }: JumpBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const jump = () => {
    const number = Number(typed);
    setTyped(null);
    if (typed?.trim() && Number.isInteger(number)) onJump(number - 1);
  };
  return (
    <form
      className="flex items-center gap-1.5 text-muted text-xs"
      onSubmit={(event) => {
        event.preventDefault();
        jump();
      }}
    >
      <span aria-hidden="true">Turn</span>
      <span className="w-16">
        <Input
          data-jump
          aria-label={`Go to turn, of ${formatCount(total)}`}
          inputMode="numeric"
          value={typed ?? String(current + 1)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // Escape leaves the field, and not what is around it.
            event.preventDefault();
            event.stopPropagation();
            event.currentTarget.blur();
          }}
          className="h-7! text-right text-xs! tabular-nums"
        />
      </span>
      <span className="tabular-nums">of {formatCount(total)}</span>
    </form>
  );
}
