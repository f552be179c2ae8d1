"use client";

import { useQuery } from "@tanstack/react-query";
import { Archive, Inbox } from "lucide-react";
import { useState } from "react";
import { useProject } from "#components/project/project-context.tsx";
import { QUEUE_TEMPLATES, type QueueTemplate } from "#components/queues/form/queue-templates.ts";
import { TemplateDialog } from "#components/queues/form/template-dialog.tsx";
import { anyArchivedQuery } from "#components/queues/parts/queue-queries.ts";
import { Button } from "#components/ui/button/button.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import type { QueueChip } from "./queue-chips.ts";

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
  if (can("queues:write")) return <Starters onCreate={onCreate} />;
  return (
    <EmptyState icon={<Inbox />} title="No queues yet">
      A queue has calls for people to annotate one by one, and questions about each. An engineer or admin of
      the project can create one and give you access.
    </EmptyState>
  );
}

function Starters({ onCreate }: { onCreate: () => void }) {
  const [chosen, setChosen] = useState<QueueTemplate | null>(null);
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 overflow-y-auto px-4 py-12">
      <div className="text-center">
        <h2 className="text-base">No queues yet</h2>
        <p className="mt-1 text-muted">
          A queue has calls for people to annotate one by one, and questions about each. Start with one of
          these and change what you like.
        </p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {QUEUE_TEMPLATES.map((template) => (
          <li key={template.id} className="flex flex-col gap-2 rounded-md border border-line p-4">
            <h3 className="text-sm">{template.title}</h3>
            <p className="flex-1 text-muted text-xs">{template.about}</p>
            <Button aria-label={`Start with this: ${template.title}`} onClick={() => setChosen(template)}>
              Start with this
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex justify-center">
        <Button variant="ghost" onClick={onCreate}>
          Create an empty queue
        </Button>
      </div>
      {chosen ? <TemplateDialog template={chosen} onClose={() => setChosen(null)} /> : null}
    </div>
  );
}
