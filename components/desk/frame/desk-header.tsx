"use client";

import { ArrowLeft, BookOpenText, Check, Keyboard, PanelLeft, Settings2, Users } from "lucide-react";
import { memo, useEffect, useState } from "react";
import { AHEAD, type Habits } from "#components/desk/parts/use-habits.ts";
import { FORM_PX, type PaneSizes, RAIL_PX, SHEET_SHARE } from "#components/desk/parts/use-panes.ts";
import type { WorkTimer } from "#components/desk/parts/use-work-clock.ts";
import { isIdle } from "#components/desk/parts/work-clock.ts";
import type { Summary } from "#components/desk/state/desk-queries.ts";
import type { OwnCounts } from "#components/desk/state/desk-state.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { PageHeader } from "#components/layout/state/page-header.tsx";
import { pressKey } from "#components/layout/state/press-key.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { buttonClass } from "#components/ui/button/button-class.ts";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Tooltip } from "#components/ui/mount/tooltip.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { Menu, MenuItem, MenuSeparator, MenuToggle } from "#components/ui/overlay/menu.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { ItemOrder } from "#lib/contract/annotation/queue-settings.ts";
import type { AnnotationState, Queue } from "#lib/contract/annotation/queues.ts";

type DeskHeaderProps = {
  queue: Pick<Queue, "id" | "name" | "itemOrder">;
  counts: OwnCounts | null;
  /** How far the whole queue is; null until that is known. */
  summary: Summary | null;
  isArchived: boolean;
  /** The annotator's own state of the item, where one is shown. */
  own: AnnotationState | null;
  saving: Saving;
  readyCount: number;
  itemId: string | null;
  timer: WorkTimer;
  settings: DeskSettings;
  acts: HeaderActs;
};

/** What of the desk is open, and how the annotator likes it. */
export type DeskSettings = {
  isRailInDrawer: boolean;
  isRailHidden: boolean;
  isFormHidden: boolean;
  isPhone: boolean;
  /** Null where the queue has none. */
  guidelines: { isOpen: boolean; hasChanged: boolean } | null;
  movesOn: boolean;
  isManyAhead: boolean;
  showsModel: boolean;
  isPaused: boolean;
};

export type HeaderActs = {
  flipRail: () => void;
  flipGuidelines: () => void;
  changePanes: (patch: Partial<PaneSizes>) => void;
  changeHabits: (patch: Partial<Habits>) => void;
  openKeys: () => void;
  pause: () => void;
  resume: () => void;
};

const ORDERS: { [O in ItemOrder]: string } = {
  oldest: "In the order added",
  random: "Random order",
  priority: "By priority",
  informative: "Informative first",
};

/** Which queue, how far, who else is here, and whether everything is saved. Typing in the form does not redraw it. */
export const DeskHeader = memo(function DeskHeader(props: DeskHeaderProps) {
  const { queue, saving, readyCount, itemId, timer, settings, acts } = props;
  const { guidelines } = settings;
  const { entity, project } = useProject();
  const href = projectHref({ entity, project }, "queues", queue.id);
  return (
    <PageHeader
      title={
        <Link
          href={href}
          className="block max-w-[40vw] truncate rounded-sm hover:underline lg:max-w-[24vw] pointer-coarse:py-3"
        >
          {queue.name}
        </Link>
      }
      back={
        <Link
          href={href}
          aria-label="Back to the queue"
          className={`${buttonClass("ghost", "sm")} -ml-2 px-1.5!`}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
        </Link>
      }
      meta={<Numbers {...props} />}
      actions={
        <>
          <SaveState saving={saving} />
          <Ready count={readyCount} />
          {itemId === null ? null : <WorkedTime itemId={itemId} timer={timer} />}
          <span className="whitespace-nowrap text-faint text-xs max-xl:hidden">
            {ORDERS[queue.itemOrder]}
          </span>
          {guidelines ? (
            <Button
              size="sm"
              icon={<BookOpenText />}
              aria-pressed={guidelines.isOpen}
              onClick={acts.flipGuidelines}
              className="relative aria-pressed:bg-pressed max-sm:hidden"
            >
              Guidelines
              {guidelines.hasChanged ? <ChangedMark /> : null}
            </Button>
          ) : null}
          <IconButton
            label="Lists of items"
            keys="["
            icon={<PanelLeft />}
            size="sm"
            tooltipSide="bottom"
            aria-pressed={!settings.isRailInDrawer && !settings.isRailHidden}
            onClick={acts.flipRail}
          />
          <IconButton
            label="Keys of this page"
            keys="?"
            icon={<Keyboard />}
            size="sm"
            tooltipSide="bottom"
            onClick={() => pressKey("?")}
            className="pointer-coarse:hidden"
          />
          <SettingsMenu settings={settings} acts={acts} />
        </>
      }
    />
  );
});

/** Takes no room, so that nothing moves when it comes. */
function ChangedMark() {
  return (
    <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-accent">
      <span className="sr-only"> changed</span>
    </span>
  );
}

function SettingsMenu({ settings, acts }: Pick<DeskHeaderProps, "settings" | "acts">) {
  const { isRailInDrawer, isRailHidden, isPhone, isFormHidden, guidelines } = settings;
  const { movesOn, isManyAhead, showsModel, isPaused } = settings;
  const { changePanes, changeHabits } = acts;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Settings of the desk" icon={<Settings2 />} size="sm" tooltipSide="bottom" />
      }
    >
      {isRailInDrawer ? null : (
        <MenuToggle checked={!isRailHidden} onCheckedChange={(is) => changePanes({ isRailHidden: !is })}>
          Lists of items
        </MenuToggle>
      )}
      {isPhone ? null : (
        <MenuToggle checked={!isFormHidden} onCheckedChange={(is) => changePanes({ isFormHidden: !is })}>
          Form
        </MenuToggle>
      )}
      {guidelines ? (
        <MenuToggle checked={guidelines.isOpen} onCheckedChange={acts.flipGuidelines}>
          Guidelines
        </MenuToggle>
      ) : null}
      <MenuSeparator />
      <MenuToggle checked={movesOn} onCheckedChange={(is) => changeHabits({ movesOn: is })}>
        A digit moves to the next question
      </MenuToggle>
      <MenuToggle
        checked={isManyAhead}
        onCheckedChange={(is) => changeHabits({ ahead: is ? AHEAD.many : AHEAD.few })}
      >
        Keep ten items ready
      </MenuToggle>
      <MenuToggle checked={showsModel} onCheckedChange={(is) => changeHabits({ showsModel: is })}>
        What the model says, after an answer
      </MenuToggle>
      <MenuSeparator />
      <MenuItem
        onSelect={() =>
          changePanes({ railPx: RAIL_PX.usual, formPx: FORM_PX.usual, sheetShare: SHEET_SHARE.usual })
        }
      >
        Default sizes
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={acts.openKeys}>Keys of the desk…</MenuItem>
      <MenuItem onSelect={isPaused ? acts.resume : acts.pause}>
        {isPaused ? "Continue" : "Take a break"}
      </MenuItem>
    </Menu>
  );
}

type NumbersProps = Pick<DeskHeaderProps, "counts" | "summary" | "isArchived" | "own">;

function Numbers({ counts, summary, isArchived, own }: NumbersProps) {
  const people = summary?.peopleHere ?? [];
  const total = counts ? counts.done + counts.skipped + counts.left : 0;
  const skipped = counts && counts.skipped > 0 ? ` · ${formatCount(counts.skipped)} skipped` : "";
  const label = counts ? `${formatCount(counts.done)} of ${formatCount(total)} done by you${skipped}` : "";
  const ofAll = summary
    ? `. In the whole queue ${formatCount(summary.doneItems)} of ${countOf(summary.totalItems, "item")} are done`
    : "";
  return (
    <>
      {isArchived ? <Badge>Archived</Badge> : null}
      <Standing own={own} />
      {counts ? (
        <Tooltip content={`${label}${ofAll}`} side="bottom">
          <span className="flex items-center gap-2 whitespace-nowrap">
            <ProgressBar
              label={label}
              total={total}
              segments={[
                { value: counts.done, tone: counts.left === 0 ? "success" : "accent" },
                { value: counts.skipped, tone: "neutral" },
              ]}
              className="w-20 max-sm:w-12 max-[23.9rem]:hidden"
            />
            <span>
              {formatCount(counts.done)} of {formatCount(total)}
              <span className="max-sm:hidden"> done by you</span>
              <span className="max-md:hidden">
                {skipped} · {formatCount(counts.left)} left for you
              </span>
            </span>
          </span>
        </Tooltip>
      ) : null}
      {people.length > 1 ? (
        <Tooltip content={people.map(({ name }) => name).join(", ")} side="bottom">
          <span className="flex items-center gap-1 whitespace-nowrap max-md:hidden">
            <Users aria-hidden="true" className="size-3.5" />
            {countOf(people.length, "person", "people")} here
          </span>
        </Tooltip>
      ) : null}
    </>
  );
}

/** What became of the item so far. */
function Standing({ own }: Pick<DeskHeaderProps, "own">) {
  if (own === "completed") return <Badge tone="success">Done by you</Badge>;
  return own === "skipped" ? <Badge>Skipped by you</Badge> : null;
}

/** The truth about what was entered: with the server, on its way, or only here. */
export type Saving =
  | { is: "waiting"; count: number }
  | { is: "sending" | "draft" | "saved" | "nothing"; count?: never };

const SAVING = { sending: "Saving…", draft: "Draft kept here", saved: "Saved", nothing: "" };

function SaveState({ saving }: Pick<DeskHeaderProps, "saving">) {
  const text = saving.is === "waiting" ? `${formatCount(saving.count)} waiting` : SAVING[saving.is];
  return (
    <span role="status" aria-label="Saving" className="whitespace-nowrap text-faint text-xs max-sm:hidden">
      {text}
      {saving.is === "saved" ? (
        <Check aria-hidden="true" className="ml-1 inline size-3.5 align-[-2px]" />
      ) : null}
    </span>
  );
}

/** How far one gets without a connection; of the usual few nothing is said. */
function Ready({ count }: { count: number }) {
  if (count <= AHEAD.few + 1) return null;
  return (
    <span className="whitespace-nowrap text-faint text-xs max-xl:hidden">
      {countOf(count, "item")} ready offline
    </span>
  );
}

const TICK_MS = 1_000;

/** Time worked on the item; it stands still while nobody works. */
function WorkedTime({ itemId, timer }: { itemId: string; timer: WorkTimer }) {
  const [now, setNow] = useState(0);
  useEffect(() => {
    const tick = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(tick);
  }, []);
  const seconds = Math.floor(timer.workedMs(itemId) / 1000);
  const text =
    seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const isStopped = isIdle(timer.read(), Math.max(now, 0));
  return (
    <span
      role="timer"
      aria-label="Time on this item"
      className={`min-w-10 whitespace-nowrap text-right text-xs max-lg:hidden ${isStopped ? "text-faint italic" : "text-muted"}`}
    >
      {text}
    </span>
  );
}
