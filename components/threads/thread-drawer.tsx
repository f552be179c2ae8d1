"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { explainError } from "#components/layout/explain-error.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { AddToQueueDialog } from "#components/queues/add-to-queue-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { formatCount, formatDuration } from "#components/ui/format.ts";
import { IdChip } from "#components/ui/id-chip.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast-store.ts";
import type { Thread } from "#lib/contract/threads.ts";
import { readTurnIds, threadQuery } from "./thread-queries.ts";
import { TurnList } from "./turn-list.tsx";

type ThreadDrawerProps = { threadId: string | null; onClose: () => void };

/** A thread beside the list: its statistics and its conversation, turn by turn. */
export function ThreadDrawer({ threadId, onClose }: ThreadDrawerProps) {
  const { can, projectId } = useProject();
  const [adding, setAdding] = useState<readonly string[] | null>(null);
  const [isCollecting, setCollecting] = useState(false);
  const addAll = async () => {
    if (!threadId) return;
    setCollecting(true);
    try {
      setAdding(await readTurnIds(projectId, [threadId]));
    } catch (error) {
      toast({ title: "The turns could not be collected", detail: explainError(error), tone: "danger" });
    } finally {
      setCollecting(false);
    }
  };
  return (
    <Sheet
      open={threadId !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      modal={false}
      width="lg"
      label={`Thread ${threadId ?? ""}`}
      title={threadId ? <IdChip id={threadId} kind="thread id" keep={36} className="text-sm!" /> : null}
      actions={
        can("queues:write") ? (
          <Button size="sm" pending={isCollecting} onClick={() => void addAll()}>
            Add turns to queue
          </Button>
        ) : null
      }
    >
      {threadId ? (
        <>
          <ThreadStatistics threadId={threadId} />
          <TurnList
            key={threadId}
            threadId={threadId}
            {...(can("queues:write") ? { onAdd: (callId: string) => setAdding([callId]) } : {})}
          />
        </>
      ) : null}
      <AddToQueueDialog
        callIds={adding ?? []}
        open={adding !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setAdding(null);
        }}
      />
    </Sheet>
  );
}

function ThreadStatistics({ threadId }: { threadId: string }) {
  const { projectId } = useProject();
  const { data: thread } = useQuery(threadQuery(projectId, threadId));
  if (thread === null) return null;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 border-line border-b px-4 py-3 sm:grid-cols-5">
      {FACTS.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="truncate text-faint text-xs">{label}</dt>
          <dd className="min-h-5 truncate">{thread ? value(thread) : null}</dd>
        </div>
      ))}
    </dl>
  );
}

const FACTS: readonly { label: string; value: (thread: Thread) => ReactNode }[] = [
  { label: "Turns", value: ({ turnCount }) => formatCount(turnCount) },
  { label: "Started", value: ({ startTime }) => <Time value={startTime} /> },
  { label: "Last updated", value: ({ lastUpdated }) => <Time value={lastUpdated} /> },
  { label: "p50 of turns", value: ({ p50TurnDurationMs }) => formatDuration(p50TurnDurationMs) },
  { label: "p99 of turns", value: ({ p99TurnDurationMs }) => formatDuration(p99TurnDurationMs) },
];
