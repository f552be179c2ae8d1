"use client";

import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import type { Desk } from "#components/desk/room/use-desk.ts";
import type { DeskItem } from "#components/desk/state/desk-handles.ts";
import { type DeskState, heldOf } from "#components/desk/state/desk-state.ts";
import { areSameLists, useDeskPart } from "#components/desk/state/use-desk-part.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useProjectLive } from "#components/project/use-project-live.ts";
import { rlWaitsQuery } from "#components/training/rl/rl-queries.ts";
import { WaitText } from "#components/training/waits/wait-text.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { RlWait } from "#lib/contract/reinforcement/rl-people.ts";

type RunWaitsProps = { queueId: string; desk: Pick<Desk, "held" | "store" | "acts"> };

/** On an item that a training run asked about: that the run waits, and until when. On others the way to such items, where this annotator has any. */
export function RunWaits({ queueId, desk: { held, store, acts } }: RunWaitsProps) {
  const { projectId } = useProject();
  const waits = useQuery(rlWaitsQuery(projectId, queueId));
  useProjectLive(["queues", "jobs"], () => void waits.refetch());
  const toDo = useDeskPart(store, awaitedToDo, areSameLists);
  // Once all is said the run is about to continue, and there is nothing left to read.
  const open = (waits.data ?? []).filter(({ parked, answered }) => answered < parked);
  return open.map((wait) => {
    if (held?.item.awaited?.runId === wait.runId) return <RunWait key={wait.runId} wait={wait} />;
    const items = toDo.filter(({ awaited }) => awaited?.runId === wait.runId);
    return (
      <RunHasItems key={wait.runId} name={wait.name} items={items} onOpen={(item) => acts.open(item, null)} />
    );
  });
}

function awaitedToDo(state: DeskState): DeskItem[] {
  return state.lane.flatMap((id) => heldOf(state, id)?.item ?? []).filter(({ awaited }) => awaited !== null);
}

export function RunWait({ wait: { name, ...wait } }: { wait: RlWait }) {
  return (
    <Strip>
      <span className="min-w-0 break-words">
        {name === null ? "A training run" : `The training run “${name}”`} waits for this item:{" "}
        <WaitText {...wait} />
      </span>
    </Strip>
  );
}

type RunHasItemsProps = {
  name: string | null;
  items: readonly DeskItem[];
  onOpen: (item: DeskItem) => void;
};

export function RunHasItems({ name, items, onOpen }: RunHasItemsProps) {
  const [first] = items;
  if (!first) return null;
  return (
    <Strip>
      <span className="min-w-0 flex-1 self-center break-words">
        {name === null ? "A training run" : `The training run “${name}”`} waits for{" "}
        {countOf(items.length, "item")} of your list.
      </span>
      <Button size="sm" onClick={() => onOpen(first)}>
        {items.length === 1 ? "Go to it" : "Go to the first"}
      </Button>
    </Strip>
  );
}

function Strip({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 items-start gap-2 border-line border-b bg-accent-tint px-4 py-2 text-accent-ink text-sm">
      <Hourglass aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </div>
  );
}
