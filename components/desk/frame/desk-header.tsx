"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, BookOpenText, Check, Keyboard, PanelLeft, Settings2, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { AHEAD } from "#components/desk/parts/use-habits.ts";
import { FORM_PX, RAIL_PX, SHEET_SHARE } from "#components/desk/parts/use-panes.ts";
import type { WorkTimer } from "#components/desk/parts/use-work-clock.ts";
import { isIdle } from "#components/desk/parts/work-clock.ts";
import type { Desk } from "#components/desk/room/use-desk.ts";
import type { DeskRoom } from "#components/desk/room/use-desk-room.ts";
import { summaryQuery } from "#components/desk/state/desk-queries.ts";
import { hasOpenDraft } from "#components/desk/state/desk-state.ts";
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
import type { Queue } from "#lib/contract/annotation/queues.ts";

type DeskHeaderProps = { queue: Queue; desk: Desk; room: DeskRoom };

const ORDERS: { [O in ItemOrder]: string } = {
  oldest: "Oldest first",
  random: "Random order",
  priority: "By priority",
};

/** Which queue, how far, who else is here, and whether everything is saved. */
export function DeskHeader({ queue, desk, room }: DeskHeaderProps) {
  const { panes, guidelines } = room;
  const { entity, project } = useProject();
  const href = projectHref({ entity, project }, "queues", queue.id);
  return (
    <PageHeader
      title={
        <Link href={href} className="block max-w-[40vw] truncate rounded-sm hover:underline lg:max-w-[24vw]">
          {queue.name}
        </Link>
      }
      back={
        <Link href={href} aria-label="To the queue" className={`${buttonClass("ghost", "sm")} -ml-2 px-1.5!`}>
          <ArrowLeft aria-hidden="true" className="size-4" />
        </Link>
      }
      meta={<Numbers desk={desk} />}
      actions={
        <>
          <SaveState desk={desk} />
          <Ready desk={desk} />
          {desk.held ? <WorkedTime itemId={desk.held.item.id} timer={desk.timer} /> : null}
          <span className="whitespace-nowrap text-faint text-xs max-xl:hidden">
            {ORDERS[queue.itemOrder]}
          </span>
          {guidelines.flip ? (
            <Button
              size="sm"
              icon={<BookOpenText />}
              aria-pressed={guidelines.isOpen}
              onClick={guidelines.flip}
              className="relative aria-pressed:bg-pressed max-sm:hidden"
            >
              Guidelines
              {guidelines.before === null ? null : <ChangedMark />}
            </Button>
          ) : null}
          <IconButton
            label="Lists of items"
            keys="["
            icon={<PanelLeft />}
            size="sm"
            tooltipSide="bottom"
            aria-pressed={!panes.isRailInDrawer && !panes.isRailHidden}
            onClick={room.rail.flipRail}
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
          <Settings desk={desk} room={room} />
        </>
      }
    />
  );
}

/** Takes no room, so that nothing moves when it comes. */
function ChangedMark() {
  return (
    <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-accent">
      <span className="sr-only"> changed</span>
    </span>
  );
}

function Settings({ desk, room }: Pick<DeskHeaderProps, "desk" | "room">) {
  const { panes, guidelines, keys } = room;
  const { habits } = desk;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Settings of the desk" icon={<Settings2 />} size="sm" tooltipSide="bottom" />
      }
    >
      {panes.isRailInDrawer ? null : (
        <MenuToggle
          checked={!panes.isRailHidden}
          onCheckedChange={(is) => panes.change({ isRailHidden: !is })}
        >
          Lists of items
        </MenuToggle>
      )}
      {panes.isPhone ? null : (
        <MenuToggle
          checked={!panes.isFormHidden}
          onCheckedChange={(is) => panes.change({ isFormHidden: !is })}
        >
          Form
        </MenuToggle>
      )}
      {guidelines.flip ? (
        <MenuToggle checked={guidelines.isOpen} onCheckedChange={() => guidelines.flip?.()}>
          Guidelines
        </MenuToggle>
      ) : null}
      <MenuSeparator />
      <MenuToggle checked={habits.movesOn} onCheckedChange={(movesOn) => habits.change({ movesOn })}>
        A digit goes on to the next question
      </MenuToggle>
      <MenuToggle
        checked={habits.ahead === AHEAD.many}
        onCheckedChange={(is) => habits.change({ ahead: is ? AHEAD.many : AHEAD.few })}
      >
        Hold ten items ready
      </MenuToggle>
      <MenuSeparator />
      <MenuItem
        onSelect={() =>
          panes.change({ railPx: RAIL_PX.usual, formPx: FORM_PX.usual, sheetShare: SHEET_SHARE.usual })
        }
      >
        Usual sizes
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => keys.setKeysOpen(true)}>Keys of the desk…</MenuItem>
      <MenuItem onSelect={desk.isPaused ? desk.resume : desk.pause}>
        {desk.isPaused ? "Go on" : "Take a break"}
      </MenuItem>
    </Menu>
  );
}

function Numbers({ desk }: { desk: Desk }) {
  const summary = useQuery(summaryQuery(desk.place));
  const { counts } = desk;
  const people = summary.data?.peopleHere ?? [];
  const total = counts ? counts.done + counts.left : 0;
  const label = counts ? `${formatCount(counts.done)} of ${formatCount(total)} done by you` : "";
  const ofAll = summary.data
    ? `. In the whole queue ${formatCount(summary.data.doneItems)} of ${countOf(summary.data.totalItems, "item")} are done`
    : "";
  return (
    <>
      {desk.supply.left?.isArchived ? <Badge>Archived</Badge> : null}
      <Standing own={desk.own} />
      {counts ? (
        <Tooltip content={`${label}${ofAll}`} side="bottom">
          <span className="flex items-center gap-2 whitespace-nowrap">
            <ProgressBar
              label={label}
              total={total}
              segments={[{ value: counts.done, tone: counts.left === 0 ? "success" : "accent" }]}
              className="w-20 max-sm:w-12"
            />
            <span>
              {formatCount(counts.done)} of {formatCount(total)}
              <span className="max-sm:hidden"> done by you</span>
              <span className="max-md:hidden"> · {formatCount(counts.left)} left for you</span>
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
function Standing({ own }: { own: Desk["own"] }) {
  if (own === "completed") return <Badge tone="success">Done by you</Badge>;
  return own === "skipped" ? <Badge>Skipped by you</Badge> : null;
}

/** The truth about what was entered: with the server, on its way, or only here. */
function SaveState({ desk }: { desk: Desk }) {
  const { waiting, isStuck } = desk.sending;
  const isDraft = desk.held !== null && hasOpenDraft(desk.state, desk.held.item.id);
  const text = isStuck
    ? `${formatCount(waiting)} waiting`
    : waiting > 0
      ? "Saving…"
      : isDraft
        ? "Draft kept here"
        : desk.state.undo.length > 0
          ? "Saved"
          : "";
  return (
    <span role="status" aria-label="Saving" className="whitespace-nowrap text-faint text-xs max-sm:hidden">
      {text}
      {text === "Saved" ? <Check aria-hidden="true" className="ml-1 inline size-3.5 align-[-2px]" /> : null}
    </span>
  );
}

/** How far one gets without a connection; of the usual few nothing is said. */
function Ready({ desk: { readyCount } }: { desk: Desk }) {
  if (readyCount <= AHEAD.few + 1) return null;
  return (
    <span className="whitespace-nowrap text-faint text-xs max-xl:hidden">
      {countOf(readyCount, "item")} ready offline
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
