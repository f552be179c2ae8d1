"use client";

import { ArrowLeft, ArrowRight, SkipForward, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { Desk } from "./use-desk.ts";

type DeskActionsProps = {
  desk: Desk;
  /** Whether there is nothing to judge. */
  isUnseen: boolean;
  onSubmit: () => void;
};

/** What can be done with the item; always in reach, whatever scrolls. */
export function DeskActions({ desk, isUnseen, onSubmit }: DeskActionsProps) {
  return (
    <div
      role="toolbar"
      aria-label="Item"
      className="flex shrink-0 flex-col gap-2 border-line border-t bg-surface px-3 py-2 max-lg:flex-row-reverse max-lg:items-center max-lg:pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <div className="flex min-w-0 gap-2 max-lg:flex-1">
        <Button
          variant="primary"
          className="min-w-0 flex-1"
          disabled={!desk.canSubmit || isUnseen}
          aria-keyshortcuts="Control+Enter"
          onClick={onSubmit}
        >
          Submit and next
          <span aria-hidden="true" className="inline-flex opacity-90 pointer-coarse:hidden">
            <Kbd keys="mod+enter" />
          </span>
        </Button>
        <span className="flex lg:w-28 lg:*:flex-1">
          <Action label="Skip" keys="s" icon={<SkipForward />} act={desk.skip} />
        </span>
      </div>
      <DeskWays desk={desk} />
    </div>
  );
}

/** Ways to other items, and back to how it was. */
export function DeskWays({ desk }: { desk: Desk }) {
  return (
    <div className="flex justify-center gap-1 lg:*:flex-1">
      <Action label="Back" keys="k" icon={<ArrowLeft />} act={desk.back} />
      <Action label="Forward" keys="j" icon={<ArrowRight />} act={desk.forward} />
      <Action label="Undo" keys="z" icon={<Undo2 />} act={desk.undo} />
    </div>
  );
}

type ActionProps = { label: string; keys: string; icon: ReactNode; act: (() => void) | null };

/** On a phone only the sign shows, and the name stays for those who hear it. */
function Action({ label, keys, icon, act }: ActionProps) {
  return (
    <Tooltip content={label} keys={keys}>
      <Button
        variant="ghost"
        icon={icon}
        disabled={act === null}
        onClick={() => act?.()}
        className="max-lg:w-10 max-lg:px-0!"
      >
        <span className="max-lg:sr-only">{label}</span>
      </Button>
    </Tooltip>
  );
}
