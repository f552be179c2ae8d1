"use client";

import { ArrowLeft, ArrowRight, SkipForward, Undo2 } from "lucide-react";
import { type ComponentProps, memo, type ReactNode } from "react";
import { SkipReasons } from "#components/desk/form/skip-reasons.tsx";
import { type DeskAct, keyOf } from "#components/desk/parts/key-map.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { Tooltip } from "#components/ui/mount/tooltip.tsx";

/** Where one can go from an item. */
export type Ways = { back: boolean; forward: boolean; undo: boolean };

export type ActionsActs = WayActs & {
  submit: () => void;
  /** Asks for a reason, where the queue has some. */
  skip: () => void;
  skipFor: (reason: string | null) => void;
  openReasons: (isOpen: boolean) => void;
};

type DeskActionsProps = {
  canLeave: boolean;
  isSkippable: boolean;
  skipReasons: readonly string[];
  isReasonNeeded: boolean;
  isSkipOpen: boolean;
  ways: Ways;
  acts: ActionsActs;
  /** On a phone, what draws the questions up and down. */
  flip: ReactNode;
};

/** What can be done with the item; always in reach, whatever scrolls. */
export const DeskActions = memo(function DeskActions(props: DeskActionsProps) {
  const { canLeave, isSkippable, skipReasons, isReasonNeeded, isSkipOpen, ways, acts, flip } = props;
  const skip = <Action act="skip" label="Skip" icon={<SkipForward />} run={isSkippable ? acts.skip : null} />;
  return (
    <div
      role="toolbar"
      aria-label="Item"
      className="flex shrink-0 flex-col gap-2 border-line border-t bg-surface px-3 py-2 max-[56.24rem]:flex-row-reverse max-[56.24rem]:items-center max-[56.24rem]:pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <div className="flex min-w-0 gap-2 max-[56.24rem]:flex-1">
        <Button
          variant="primary"
          className="min-w-0 flex-1"
          disabled={!canLeave}
          aria-keyshortcuts="Control+Enter"
          onClick={acts.submit}
        >
          <span>
            Submit<span className="max-[23.9rem]:sr-only"> and next</span>
          </span>
          <span
            aria-hidden="true"
            className="inline-flex opacity-90 max-[56.24rem]:hidden pointer-coarse:hidden"
          >
            <Kbd keys="mod+enter" />
          </span>
        </Button>
        {skipReasons.length > 0 ? (
          <SkipReasons
            reasons={skipReasons}
            isReasonNeeded={isReasonNeeded}
            isOpen={isSkipOpen}
            onOpenChange={(isOpen) => acts.openReasons(isOpen && isSkippable)}
            onPick={acts.skipFor}
            trigger={skip}
          />
        ) : (
          skip
        )}
      </div>
      <div className="flex items-center justify-center gap-1 min-[56.25rem]:*:flex-1">
        <DeskWays ways={ways} acts={acts} />
        {flip}
      </div>
    </div>
  );
});

type WayActs = { walk: (step: -1 | 1) => void; undo: () => void };

/** Ways to other items, and back to how it was. */
export function DeskWays({ ways, acts }: { ways: Ways; acts: WayActs }) {
  const { walk, undo } = acts;
  return (
    <>
      <Action act="back" label="Back" icon={<ArrowLeft />} run={ways.back ? () => walk(-1) : null} />
      <Action act="forward" label="Forward" icon={<ArrowRight />} run={ways.forward ? () => walk(1) : null} />
      <Action act="undo" label="Undo" icon={<Undo2 />} run={ways.undo ? undo : null} />
    </>
  );
}

type ActionProps = ComponentProps<"button"> & {
  act: DeskAct;
  label: string;
  icon: ReactNode;
  run: (() => void) | null;
};

/** On a phone only the sign shows, and the name stays for those who hear it. */
function Action({ act, label, icon, run, onClick, ...rest }: ActionProps) {
  const { keyBindings } = useMe();
  return (
    <Tooltip content={label} keys={keyOf(act, keyBindings) || undefined}>
      <Button
        variant="ghost"
        icon={icon}
        {...rest}
        disabled={run === null}
        // Popovers, such as the skip reasons, pass their own `onClick`.
        onClick={onClick ?? (() => run?.())}
        className="max-[56.24rem]:w-10 max-[56.24rem]:px-0!"
      >
        <span className="max-[56.24rem]:sr-only">{label}</span>
      </Button>
    </Tooltip>
  );
}
