"use client";

import { useEffect, useMemo } from "react";
import { Payloads } from "#components/desk/call/payloads.tsx";
import { DeskSkeleton, MoreItemsSkeleton } from "#components/desk/parts/desk-skeleton.tsx";
import { useEarlyDigits } from "#components/desk/parts/early-digits.tsx";
import { AHEAD } from "#components/desk/parts/use-habits.ts";
import { RAIL_PX } from "#components/desk/parts/use-panes.ts";
import { useSame } from "#components/desk/parts/use-stable.ts";
import { type Desk, useDesk } from "#components/desk/room/use-desk.ts";
import { type DeskRoom, useDeskRoom } from "#components/desk/room/use-desk-room.ts";
import { hasItemOpen } from "#components/desk/state/desk-state.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { late } from "#components/ui/mount/late.tsx";
import { Splitter } from "#components/ui/splitter.tsx";
import { withoutFields } from "#lib/contract/annotation/field-rules.ts";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { DeskBanners } from "./desk-banners.tsx";
import { DeskHeader, type DeskSettings, type Saving } from "./desk-header.tsx";
import { MissingFields } from "./missing-fields.tsx";
import { OpenItem } from "./open-item.tsx";
import { RunWaits } from "./run-waits.tsx";
import { useAskedItem } from "./use-asked-item.ts";

const DeskRail = late(() => import("./desk-rail.tsx").then((file) => file.DeskRail), { when: "idle" });
/** Most visits begin with an item. */
const DeskEnd = late(() => import("./desk-ends.tsx").then((file) => file.DeskEnd), {
  when: "idle",
  fallback: <MoreItemsSkeleton />,
});
const DeskBeforeAfter = late(
  () => import("#components/desk/after/desk-before-after.tsx").then((file) => file.DeskBeforeAfter),
  { when: "idle" },
);
const KeysDialog = late(() => import("./keys-dialog.tsx").then((file) => file.KeysDialog), { when: "idle" });

type DeskViewProps = {
  queue: Queue;
  /** All that the queue asks for, the missing ones among them. */
  asked: readonly AnnotationField[];
  askedItemId: string | null;
};

/** Lists, call and questions side by side; on a phone the lists are a drawer and the questions a sheet at the foot. */
export function DeskView({ queue: written, asked, askedItemId }: DeskViewProps) {
  const { fields, missing } = useMemo(
    () => ({
      fields: asked.filter(({ isMissing }) => !isMissing),
      missing: asked.filter(({ isMissing }) => isMissing),
    }),
    [asked],
  );
  const queue = useMemo(
    () => withoutFields(written, new Set(missing.map(({ ref }) => ref))),
    [written, missing],
  );
  const desk = useDesk(queue, fields);
  useEarlyKey(desk);
  const isOpening = useAskedItem(desk, askedItemId);
  const isFirstLoad = !desk.held && !desk.supply.isKnown && !desk.supply.error && !desk.isPaused;
  return (
    <>
      <Payloads place={desk.place} store={desk.store} onReady={desk.setReadyCount} />
      {isFirstLoad || isOpening ? (
        <DeskSkeleton missedKey={desk.missedKey} />
      ) : (
        <ReadyDesk queue={queue} desk={desk} missing={missing} />
      )}
    </>
  );
}

/** What was pressed while there was no desk was not meant for the item that has come by now. */
function useEarlyKey({ acts }: Desk): void {
  const { digit, note } = useEarlyDigits();
  const { missEarlyKey } = acts;
  useEffect(() => {
    if (digit === null) return;
    missEarlyKey(digit);
    note(null);
  }, [digit, note, missEarlyKey]);
}

type ReadyDeskProps = { queue: Queue; desk: Desk; missing: readonly AnnotationField[] };

function ReadyDesk({ queue, desk, missing }: ReadyDeskProps) {
  const room = useDeskRoom(queue, desk);
  const { place, store, habits } = desk;
  const foot = <DeskBeforeAfter {...{ place, store, habits }} isPhone={room.panes.isPhone} />;
  return (
    <div data-desk className="flex min-h-0 flex-1 flex-col">
      <HeaderOf queue={queue} desk={desk} room={room} />
      <MissingFields queueId={queue.id} missing={missing} isAnyLeft={desk.fields.length > 0} />
      <RunWaits queueId={queue.id} desk={desk} />
      <DeskBanners sending={desk.sending} readyCount={desk.readyCount} hasItem={desk.held !== null} />
      <div className={`flex min-h-0 flex-1 ${room.panes.isPhone ? "flex-col" : ""}`}>
        <RailPane desk={desk} room={room} />
        {desk.held && hasItemOpen(desk) ? (
          <OpenItem queue={queue} desk={desk} held={desk.held} room={room} foot={foot} />
        ) : (
          <section
            aria-label="Desk"
            tabIndex={-1}
            ref={takeLostFocus}
            className="flex min-h-0 min-w-0 flex-1 flex-col focus-visible:outline-none"
          >
            <div className="min-h-0 flex-1 overflow-y-auto">
              <DeskEnd queue={queue} end={desk} onReview={room.rail.review} />
            </div>
            {foot}
          </section>
        )}
      </div>
      {room.keys.isKeysOpen ? <KeysDialog onClose={() => room.keys.setKeysOpen(false)} /> : null}
    </div>
  );
}

/** The form that had the focus is gone with its item: the focus is here then, before what can be done next. */
function takeLostFocus(end: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body)
    end?.focus({ preventScroll: true });
}

function HeaderOf({ queue, desk, room }: { queue: Queue; desk: Desk; room: DeskRoom }) {
  return (
    <DeskHeader
      queue={queue}
      counts={desk.counts}
      summary={desk.summary}
      isArchived={desk.supply.left?.isArchived ?? false}
      own={desk.own}
      saving={useSame(savingOf(desk))}
      readyCount={desk.readyCount}
      itemId={desk.held?.item.id ?? null}
      timer={desk.timer}
      settings={useSame(settingsOf(desk, room))}
      acts={room.acts}
    />
  );
}

function settingsOf({ habits, isPaused }: Desk, { panes, guidelines }: DeskRoom): DeskSettings {
  const { isRailInDrawer, isRailHidden, isFormHidden, isPhone } = panes;
  const { flip, isOpen, before } = guidelines;
  return {
    ...{ isRailInDrawer, isRailHidden, isFormHidden, isPhone, isPaused },
    guidelines: flip ? { isOpen, hasChanged: before !== null } : null,
    movesOn: habits.movesOn,
    isManyAhead: habits.ahead === AHEAD.many,
    showsModel: habits.showsModel,
  };
}

function savingOf({ sending, hasDraft, ways }: Desk): Saving {
  const { waiting, isStuck } = sending;
  if (isStuck) return { is: "waiting", count: waiting };
  if (waiting > 0) return { is: "sending" };
  if (hasDraft) return { is: "draft" };
  return { is: ways.undo ? "saved" : "nothing" };
}

function RailPane({ desk, room }: { desk: Desk; room: DeskRoom }) {
  const { panes, rail, acts } = room;
  const { place, store, counts, supply } = desk;
  const lists = {
    ...{ place, store, tab: rail.tab, onTab: rail.setTab, onOpen: acts.open },
    leftForMe: counts?.left ?? 0,
    holders: supply.left?.holders ?? NO_HOLDERS,
  };
  if (panes.isRailInDrawer)
    return rail.isDrawerOpen ? <DeskRail {...lists} onClose={acts.closeDrawer} /> : null;
  if (panes.isRailHidden) return null;
  return (
    <>
      <div style={{ width: panes.railPx }} className="flex shrink-0 flex-col">
        <DeskRail {...lists} onClose={null} />
      </div>
      <Splitter
        label="Width of the lists"
        orientation="vertical"
        value={panes.railPx}
        {...RAIL_PX}
        onChange={(railPx) => panes.change({ railPx })}
      />
    </>
  );
}

const NO_HOLDERS = [] as const;
