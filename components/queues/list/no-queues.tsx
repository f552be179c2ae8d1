"use client";

import { useQuery } from "@tanstack/react-query";
import { Archive, Inbox } from "lucide-react";
import { useProject } from "#components/project/project-context.tsx";
import { anyArchivedQuery } from "#components/queues/parts/queue-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { QueueChip } from "./queue-chips.ts";
import { Starters } from "./starters.tsx";

/** What narrows the list. */
export type QueueFilters = { name: string; chips: readonly QueueChip[] };

type NoQueuesProps = {
  filters: QueueFilters;
  /** Narrows by nothing but this chip. */
  onShow: (chip: QueueChip | null) => void;
  onCreate: () => void;
};

/** Why the list is empty, and what to do about it. */
export function NoQueues({ filters, onShow, onCreate }: NoQueuesProps) {
  const { name, chips } = filters;
  if (name === "" && chips.length === 0) return <NoneInList onShow={onShow} onCreate={onCreate} />;
  if (name === "" && chips.join() === "archived")
    return (
      <EmptyState
        icon={<Archive />}
        title="No archived queues"
        actions={<Button onClick={() => onShow(null)}>Show the queues</Button>}
      >
        You can archive a finished queue from its menu. It leaves the list, and nothing is lost.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Inbox />}
      title="No queues match"
      actions={<Button onClick={() => onShow(null)}>Show all queues</Button>}
    />
  );
}

function NoneInList({ onShow, onCreate }: Pick<NoQueuesProps, "onShow" | "onCreate">) {
  const { projectId, can } = useProject();
  const archived = useQuery(anyArchivedQuery(projectId));
  if (archived.isPending)
    return (
      <div className="p-4">
        <SkeletonLines label="Looking for archived queues" lines={3} />
      </div>
    );
  if (archived.data)
    return (
      <EmptyState
        icon={<Archive />}
        title="Every queue is archived"
        actions={<Button onClick={() => onShow("archived")}>Show the archived queues</Button>}
      >
        Nothing in them is lost, and each can be restored.
      </EmptyState>
    );
  if (can("queues:write")) return <Starters title="No queues yet" onCreate={onCreate} />;
  return (
    <EmptyState icon={<Inbox />} title="No queues yet">
      A queue has calls for people to annotate one by one, and questions about each. An engineer or admin of
      the project can create one and give you access.
    </EmptyState>
  );
}
