"use client";

import { useQuery } from "@tanstack/react-query";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { DeskSkeleton } from "#components/desk/parts/desk-skeleton.tsx";
import { keyOf } from "#components/desk/parts/key-map.ts";
import { RAIL_PX } from "#components/desk/parts/use-panes.ts";
import { type Desk, useDesk } from "#components/desk/room/use-desk.ts";
import { type DeskRoom, useDeskRoom } from "#components/desk/room/use-desk-room.ts";
import { type Held, hasItemOpen } from "#components/desk/state/desk-state.ts";
import { setAnswer } from "#components/desk/state/draft.ts";
import { askedFields } from "#components/desk/state/field-conditions.ts";
import type { AnnotationField } from "#components/queues/parts/annotation-field.ts";
import { MarkingArea } from "#components/queues/passages/marking.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { Splitter } from "#components/ui/splitter.tsx";
import type { Queue } from "#lib/contract/annotation/queues.ts";
import { DeskBanners } from "./desk-banners.tsx";
import { DeskEnd } from "./desk-ends.tsx";
import { DeskHeader } from "./desk-header.tsx";
import { DeskMiddle } from "./desk-middle.tsx";
import { DeskPanel } from "./desk-panel.tsx";

const DeskRail = late(() => import("./desk-rail.tsx").then((file) => file.DeskRail), { when: "idle" });
const KeysDialog = late(() => import("./keys-dialog.tsx").then((file) => file.KeysDialog), { when: "idle" });

/** Lists, call and questions side by side; on a phone the lists are a drawer and the questions a sheet at the foot. */
export function DeskView({ queue, fields }: { queue: Queue; fields: readonly AnnotationField[] }) {
  const desk = useDesk(queue, fields);
  const isFirstLoad = !desk.held && !desk.supply.isKnown && !desk.supply.error && !desk.isPaused;
  return isFirstLoad ? <DeskSkeleton /> : <ReadyDesk queue={queue} desk={desk} />;
}

function ReadyDesk({ queue, desk }: { queue: Queue; desk: Desk }) {
  const room = useDeskRoom(queue, desk);
  return (
    <div data-desk className="flex min-h-0 flex-1 flex-col">
      <DeskHeader queue={queue} desk={desk} room={room} />
      <DeskBanners desk={desk} />
      <div className={`flex min-h-0 flex-1 ${room.panes.isPhone ? "flex-col" : ""}`}>
        <RailPane desk={desk} room={room} />
        {desk.held && hasItemOpen(desk) ? (
          <OpenItem queue={queue} desk={desk} held={desk.held} room={room} />
        ) : (
          <section aria-label="Desk" className="min-h-0 min-w-0 flex-1 overflow-y-auto">
            <DeskEnd queue={queue} desk={desk} onReview={room.review} />
          </section>
        )}
      </div>
      {room.keys.isKeysOpen ? <KeysDialog onClose={() => room.keys.setKeysOpen(false)} /> : null}
    </div>
  );
}

type OpenItemProps = { queue: Queue; desk: Desk; held: Held; room: DeskRoom };

function OpenItem({ queue, desk, held, room }: OpenItemProps) {
  const { panes, whole } = room;
  const { draft } = desk;
  const { keyBindings } = useMe();
  const call = useQuery(callQuery(desk.place.projectId, held.item.callId));
  return (
    <MarkingArea
      about={held.item.id}
      fields={draft ? askedFields(desk.fields, queue.fieldRules, draft) : desk.fields}
      textOf={(ref) => draft?.answers[ref]?.text ?? ""}
      onText={(ref, text) => draft && desk.edit(setAnswer(draft, ref, text))}
      call={call.data}
      caretKey={keyOf("passages", keyBindings)}
      show={(span) => room.call.current?.showPassage(span)}
    >
      <DeskMiddle
        key={held.item.id}
        queue={queue}
        desk={desk}
        held={held}
        isWhole={whole.isWhole}
        onWhole={whole.setWhole}
        onSwipe={panes.isPhone ? room.swipe : null}
        ref={room.call}
      />
      <DeskPanel queue={queue} desk={desk} held={held} room={room} />
    </MarkingArea>
  );
}

function RailPane({ desk, room }: { desk: Desk; room: DeskRoom }) {
  const { panes, rail } = room;
  const lists = { desk, tab: rail.railTab, onTab: rail.setRailTab };
  if (panes.isRailInDrawer)
    return rail.isDrawerOpen ? <DeskRail {...lists} onClose={() => rail.setDrawerOpen(false)} /> : null;
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
