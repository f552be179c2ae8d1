"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Inbox, ListX } from "lucide-react";
import { projectHref } from "#components/layout/navigation.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { queueStatsQuery } from "#components/queues/queue-queries.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { countOf } from "#components/ui/format.ts";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import type { Queue } from "#lib/contract/queues.ts";
import type { Desk } from "./use-desk.ts";

/** Nothing is left to do: because all of it is done, or because there never was anything. */
export function AllDone({ queue, desk }: { queue: Queue; desk: Desk }) {
  const { projectId, entity, project } = useProject();
  const stats = useQuery(queueStatsQuery(projectId, queue.id));
  const toQueue = (
    <ButtonLink href={projectHref({ entity, project }, "queues", queue.id)}>See the queue</ButtonLink>
  );
  if (desk.isLoading || !stats.data)
    return (
      <div className="p-6">
        <SkeletonLines label="Looking for more items" lines={6} />
      </div>
    );
  if (stats.data.totalItems === 0)
    return (
      <EmptyState icon={<Inbox />} title="This queue is empty" actions={toQueue}>
        There are no items to annotate yet. They appear here once someone adds calls to the queue.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<CircleCheck />}
      title="You are done with this queue"
      actions={
        <>
          {toQueue}
          {desk.review ? <Button onClick={desk.review}>Review your answers</Button> : null}
          <Button onClick={desk.retry} pending={desk.isFetching}>
            Look for new items
          </Button>
        </>
      }
    >
      You have answered or skipped {allOf(stats.data.totalItems)}.{" "}
      {desk.sending.waiting > 0
        ? "The last answers are on their way; keep this tab open."
        : "Everything is saved."}
    </EmptyState>
  );
}

function allOf(items: number): string {
  return items === 1 ? "its only item" : `all ${countOf(items, "item")}`;
}

/** The item was taken out of the queue, or the queue deleted, while someone worked on it. */
export function VanishedItem({ desk }: { desk: Desk }) {
  return (
    <EmptyState
      icon={<ListX />}
      title="This item is no longer in the queue"
      actions={desk.passOver ? <Button onClick={desk.passOver}>Go on with the next item</Button> : null}
    >
      <p>It was taken out while you worked, or the whole queue was deleted.</p>
      {desk.draft?.isDirty ? (
        <p className="mt-1">What you answered was not counted; it is kept in this tab.</p>
      ) : null}
    </EmptyState>
  );
}
