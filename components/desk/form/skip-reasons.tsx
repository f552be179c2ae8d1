"use client";

import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";

type SkipReasonsProps = {
  reasons: readonly string[];
  isReasonNeeded: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onPick: (reason: string | null) => void;
  trigger: ReactNode;
};

/** Asks why an item is skipped; a digit answers. */
export function SkipReasons({
  reasons,
  isReasonNeeded,
  isOpen,
  onOpenChange,
  onPick,
  trigger,
}: SkipReasonsProps) {
  return (
    <Popover
      label="Why skip this item?"
      align="end"
      open={isOpen}
      onOpenChange={onOpenChange}
      trigger={trigger}
    >
      {isOpen ? <Reasons reasons={isReasonNeeded ? reasons : [...reasons, null]} onPick={onPick} /> : null}
    </Popover>
  );
}

type ReasonsProps = { reasons: readonly (string | null)[]; onPick: (reason: string | null) => void };

const KEYED = 9;

function Reasons({ reasons, onPick }: ReasonsProps) {
  const pick = useEffectEvent((event: KeyboardEvent) => {
    const reason = /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined;
    if (reason === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onPick(reason);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pick(event);
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
  return (
    <div data-takes-keys className="flex flex-col gap-1">
      <p className="px-1 pb-1 font-medium text-muted text-xs">Why skip this item?</p>
      {reasons.map((reason, i) => (
        <Button
          key={reason ?? ""}
          variant="ghost"
          className="justify-start! text-left!"
          onClick={() => onPick(reason)}
        >
          {i < KEYED ? (
            <span aria-hidden="true" className="inline-flex pointer-coarse:hidden">
              <Kbd keys={String(i + 1)} />
            </span>
          ) : null}
          <span className="min-w-0 truncate">{reason ?? "No reason"}</span>
        </Button>
      ))}
    </div>
  );
}
