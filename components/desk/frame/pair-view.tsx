"use client";

import clsx from "clsx";
import { Link2, Unlink2 } from "lucide-react";
import { type Ref, useRef, useState } from "react";
import { liesAsOpened } from "#components/conversation/use-judged-in-sight.ts";
import { DeskCall } from "#components/desk/call/desk-call.tsx";
import { type SeenVerdict, type Side, seenOf } from "#components/desk/call/pair-sides.ts";
import { type DeskAct, keyOf } from "#components/desk/parts/key-map.ts";
import type { CallHandle, DeskItem } from "#components/desk/state/desk-handles.ts";
import type { Judgement } from "#components/desk/state/draft.ts";
import { useMe } from "#components/session/session-gate.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import type { Strength } from "#lib/contract/annotation/preference.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { AskedQuestion } from "./asked-question.tsx";

/** What is said of the two, and how that is said. */
export type Verdict = {
  preference: Judgement | null;
  canLeave: boolean;
  isScrollLinked: boolean;
  acts: { prefer: (seen: SeenVerdict, strength: Strength) => void; linkScroll: () => void };
};

type PairViewProps = {
  queue: Queue;
  /** Whether the second call stands left; which does is drawn by chance for each annotator. */
  isSwapped: boolean;
  verdict: Verdict;
  item: DeskItem;
  pairCallId: string;
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
  ref: Ref<CallHandle>;
};

/** Two calls to compare, in an order that says nothing, and the verdict below them. */
export function PairView(props: PairViewProps) {
  const { queue, isSwapped, verdict, item, pairCallId, isWhole, onWhole, ref } = props;
  const [left, right] = isSwapped ? [pairCallId, item.callId] : [item.callId, pairCallId];
  const columns = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState<Side>("left");
  return (
    <>
      {queue.isBlind ? <AskedQuestion callId={item.callId} /> : null}
      <SideSwitch near={near} onNear={setNear} />
      <div
        ref={columns}
        onScrollCapture={(event) => {
          if (verdict.isScrollLinked) scrollTogether(columns.current, event.target);
        }}
        className={clsx(
          "flex min-h-0 flex-1 divide-x divide-line",
          // A phone, or what a low or zoomed window leaves beside the form, has room for one of them.
          near === "left" ? "@max-[26rem]:*:last:hidden" : "@max-[26rem]:*:first:hidden",
        )}
      >
        {[left, right].map((callId, i) => (
          <DeskCall
            key={callId}
            item={item}
            queue={queue}
            callId={callId}
            label={i === 0 ? "Left" : "Right"}
            isWhole={isWhole}
            onWhole={onWhole}
            {...(i === 0 ? { ref } : {})}
          />
        ))}
      </div>
      <VerdictBar {...verdict} isSwapped={isSwapped} />
    </>
  );
}

function SideSwitch({ near, onNear }: { near: Side; onNear: (side: Side) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring the look of one.
    <div
      role="group"
      aria-label="Shown side"
      className="flex shrink-0 border-line border-b @min-[26rem]:hidden"
    >
      {(["left", "right"] as const).map((side) => (
        <button
          key={side}
          type="button"
          aria-pressed={near === side}
          onClick={() => onNear(side)}
          className="h-9 flex-1 font-medium pointer-coarse:h-11 text-muted aria-pressed:bg-pressed aria-pressed:text-ink"
        >
          {side === "left" ? "Show left" : "Show right"}
        </button>
      ))}
    </div>
  );
}

/** `more` is what the name says beyond what is seen. */
type Choice = { seen: SeenVerdict; act: DeskAct; label: string; more: string };

const CHOICES: readonly Choice[] = [
  { seen: "left", act: "pairLeft", label: "Left", more: " is better" },
  { seen: "tie", act: "pairTie", label: "Tie", more: "" },
  { seen: "both_bad", act: "pairBothBad", label: "Both bad", more: "" },
  { seen: "right", act: "pairRight", label: "Right", more: " is better" },
];

type VerdictBarProps = Verdict & { isSwapped: boolean };

function VerdictBar({ preference, canLeave, isScrollLinked, acts, isSwapped }: VerdictBarProps) {
  const { keyBindings } = useMe();
  const chosen = preference ? seenOf(preference.verdict, isSwapped) : null;
  const LinkIcon = isScrollLinked ? Link2 : Unlink2;
  return (
    <div className="flex shrink-0 flex-col gap-1.5 border-line border-t px-3 py-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring the look of one. */}
      <div role="group" aria-label="Verdict" className="grid grid-cols-4 gap-1.5">
        {CHOICES.map(({ seen, act, label, more }) => (
          <Button
            key={seen}
            aria-pressed={chosen === seen}
            disabled={!canLeave}
            onClick={() => acts.prefer(seen, "slightly")}
            className={clsx(
              "min-w-0 px-1!",
              chosen === seen && "border-accent! bg-accent-tint! text-accent-ink!",
            )}
          >
            <span aria-hidden="true" className="inline-flex @max-[26rem]:hidden pointer-coarse:hidden">
              <Kbd keys={keyOf(act, keyBindings)} />
            </span>
            <span className="truncate">
              {label}
              <span className="sr-only">{more}</span>
            </span>
          </Button>
        ))}
      </div>
      <div className="flex items-center justify-between gap-1.5">
        <StrengthSwitch
          strength={preference?.strength ?? null}
          onChange={(strength) => chosen && acts.prefer(chosen, strength)}
        />
        <Button
          size="sm"
          variant="ghost"
          icon={<LinkIcon />}
          aria-pressed={isScrollLinked}
          onClick={acts.linkScroll}
          className="@max-[26rem]:hidden"
        >
          Scroll together
        </Button>
      </div>
    </div>
  );
}

type StrengthSwitchProps = { strength: Strength | null; onChange: (strength: Strength) => void };

/** How much better; nothing to say where neither is. */
function StrengthSwitch({ strength, onChange }: StrengthSwitchProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      disabled={strength === null}
      aria-pressed={strength === "much"}
      onClick={() => onChange(strength === "much" ? "slightly" : "much")}
      className="aria-pressed:bg-pressed aria-pressed:text-ink"
    >
      Much better
    </Button>
  );
}

/** The other column goes as far of its way as the one that was scrolled. */
function scrollTogether(columns: HTMLElement | null, scrolled: EventTarget): void {
  if (!columns || !(scrolled instanceof HTMLElement) || !scrolled.matches(SCROLLER)) return;
  const scrollers = [...columns.children].map((column) => column.querySelector<HTMLElement>(SCROLLER));
  const other = scrollers.find((one) => one && one !== scrolled);
  if (!other || !scrollers.includes(scrolled) || liesAsOpened(scrolled)) return;
  const share = scrolled.scrollTop / Math.max(1, scrolled.scrollHeight - scrolled.clientHeight);
  const target = Math.round(share * (other.scrollHeight - other.clientHeight));
  // The answer to one's own push is no new push.
  if (Math.abs(other.scrollTop - target) > 1) other.scrollTop = target;
}

const SCROLLER = "[data-call-scroll]";
