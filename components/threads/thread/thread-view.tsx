"use client";

import { useQuery } from "@tanstack/react-query";
import { List } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { CallDrawer } from "#components/calls/call/call-drawer.tsx";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { AddToQueueDialog } from "#components/queues/add/add-to-queue-dialog.tsx";
import {
  type DatedThread,
  threadQuery,
  turnWindowQuery,
} from "#components/threads/queries/thread-queries.ts";
import { NO_TIME_OF_ITS_OWN } from "#components/threads/queries/updated-time.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { EmptyState } from "#components/ui/notice/empty-state.tsx";
import { ErrorBanner, ErrorState } from "#components/ui/notice/error-state.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { Sheet } from "#components/ui/overlay/sheet.tsx";
import { formatCount, formatDuration } from "#components/ui/text/format.ts";
import { JumpBox } from "./jump-box.tsx";
import type { TurnActs, TurnView } from "./turn.tsx";
import { TurnChat, type TurnChatHandle } from "./turn-chat.tsx";
import { TurnIndex } from "./turn-index.tsx";
import { useLiveThread } from "./use-live-thread.ts";
import { usePlace } from "./use-place.ts";
import { useThreadKeys } from "./use-thread-keys.ts";
import { useThumb } from "./use-thumb.ts";
import { useTurn } from "./use-turns.ts";

type ThreadViewProps = {
  threadId: string;
  /** Beside the conversation stands a list of its turns. */
  hasIndex: boolean;
};

/** A conversation with its statistics, turn by turn. */
export function ThreadView({ threadId, hasIndex }: ThreadViewProps) {
  const { projectId } = useProject();
  useLiveThread(threadId);
  const thread = useQuery(threadQuery(projectId, threadId));
  const first = useQuery(turnWindowQuery(projectId, threadId, 0));
  const error = thread.error ?? first.error;
  const retry = () => void Promise.all([thread.refetch(), first.refetch()]);
  if (!first.data && error)
    return (
      <ErrorState title="The conversation could not be loaded" detail={explainError(error)} onRetry={retry} />
    );
  if (!first.data)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the conversation" lines={8} />
      </div>
    );
  const { total, turns } = first.data;
  if (total === 0)
    return (
      <EmptyState title="This thread does not exist">
        <p className="break-words">
          No thread that you can see in this project has the id <code>{threadId}</code>. It may have been
          deleted, or only calls inside turns have its id.
        </p>
      </EmptyState>
    );
  return (
    <>
      {error ? (
        <ErrorBanner
          title="The conversation could not be refreshed."
          detail={explainError(error)}
          onRetry={retry}
        />
      ) : null}
      <LoadedThread
        threadId={threadId}
        hasIndex={hasIndex}
        total={total}
        thread={thread.data ?? null}
        isRunning={turns.some((turn) => turn.endedAt === null)}
      />
    </>
  );
}

type LoadedThreadProps = ThreadViewProps & { total: number; thread: DatedThread | null; isRunning: boolean };

function LoadedThread({ threadId, hasIndex, total, thread, isRunning }: LoadedThreadProps) {
  const { projectId } = useProject();
  const { get, replace } = useSearchState();
  const { initialIndex, current, setCurrent } = usePlace(`${projectId}:${threadId}`, total);
  const chat = useRef<TurnChatHandle>(null);
  const view = useRef<HTMLDivElement>(null);
  const [adding, setAdding] = useState<readonly string[] | null>(null);
  const turn = useTurn(threadId, current);
  const show = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index));
    setCurrent(next);
    chat.current?.show(next);
  };
  const acts = useTurnActs(threadId, setAdding);
  useThreadKeys({ view, turn, acts, step: (by) => show(current + by) });
  const kind: TurnView = get("view") === "raw" ? "raw" : "chat";
  const list = (after?: () => void) => (
    <TurnIndex
      threadId={threadId}
      total={total}
      current={current}
      p99Ms={thread?.p99TurnDurationMs ?? null}
      onPick={(index) => {
        show(index);
        after?.();
      }}
    />
  );
  return (
    <div ref={view} className="flex h-full min-h-0 min-w-0 flex-1 flex-col">
      <ThreadBar thread={thread} isRunning={isRunning}>
        {hasIndex ? <IndexSheet>{list}</IndexSheet> : null}
        <JumpBox total={total} current={current} onJump={show} />
        <ViewChoice value={kind} onChange={(picked) => replace({ view: picked === "raw" ? picked : null })} />
      </ThreadBar>
      <div className="flex min-h-0 min-w-0 flex-1">
        {hasIndex ? (
          <nav aria-label="Turns" className="w-72 shrink-0 border-line border-r max-md:hidden">
            {list()}
          </nav>
        ) : null}
        <TurnChat
          threadId={threadId}
          total={total}
          view={kind}
          acts={acts}
          initialIndex={initialIndex}
          current={current}
          onScrolledTo={setCurrent}
          handle={chat}
        />
      </div>
      <CallDrawer callId={get("call")} onClose={() => replace({ call: null, tab: null })} />
      <AddToQueueDialog
        callIds={adding ?? []}
        open={adding !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) setAdding(null);
        }}
      />
    </div>
  );
}

/** What can be done with a turn, as far as the reader may. */
function useTurnActs(threadId: string, onAdd: (callIds: readonly string[]) => void): TurnActs {
  const { can } = useProject();
  const { get, replace, push } = useSearchState();
  const thumb = useThumb(threadId);
  // A thumb can be removed again.
  const mayThumb = can("feedback:write") && can("feedback:purge");
  return {
    onOpen: ({ id }) => (get("call") ? replace : push)({ call: id }),
    onAdd: can("queues:write") ? ({ id }) => onAdd([id]) : null,
    onThumb: mayThumb ? (turn, which) => thumb.mutate({ turn, thumb: which }) : null,
  };
}

function ViewChoice({ value, onChange }: { value: TurnView; onChange: (view: TurnView) => void }) {
  return (
    <span className="w-24">
      <Select
        size="sm"
        aria-label="How turns are shown"
        value={value}
        onValueChange={(picked) => onChange(picked === "raw" ? "raw" : "chat")}
        options={[
          { value: "chat", label: "Chat" },
          { value: "raw", label: "Raw" },
        ]}
      />
    </span>
  );
}

/** On a phone the list of turns comes over the conversation. */
function IndexSheet({ children }: { children: (after: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<List />} onClick={() => setOpen(true)} className="md:hidden">
        Turns
      </Button>
      <Sheet open={isOpen} onOpenChange={setOpen} title="Turns" side="left">
        {children(() => setOpen(false))}
      </Sheet>
    </>
  );
}

type ThreadBarProps = { thread: DatedThread | null; isRunning: boolean; children: ReactNode };

function ThreadBar({ thread, isRunning, children }: ThreadBarProps) {
  const facts = thread
    ? FACTS.map(({ label, value }) => ({ label, value: value(thread) })).filter(({ value }) => value !== null)
    : [];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5">
      <dl className="flex min-h-5 flex-wrap gap-x-4 gap-y-0.5 text-xs">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex gap-1">
            <dt className="text-faint">{label}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
        {isRunning ? (
          <div className="flex gap-1">
            <dt className="sr-only">State</dt>
            <dd className="text-accent-ink">so far; a turn is still running</dd>
          </div>
        ) : null}
      </dl>
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </div>
  );
}

/** Null where no source says so. */
const FACTS: readonly { label: string; value: (thread: DatedThread) => ReactNode }[] = [
  { label: "Turns", value: ({ turnCount }) => formatCount(turnCount) },
  {
    label: "Started",
    value: ({ startTime, isStartUndated }) => (isStartUndated ? null : <Time value={startTime} />),
  },
  {
    label: "Updated",
    value: ({ lastUpdated, isUpdateUndated }) => (isUpdateUndated ? null : <Time value={lastUpdated} />),
  },
  {
    label: "Imported",
    value: ({ storedAt, isUpdateUndated }) =>
      isUpdateUndated ? <Time value={storedAt} note={NO_TIME_OF_ITS_OWN} /> : null,
  },
  { label: "p50", value: ({ p50TurnDurationMs }) => durationOf(p50TurnDurationMs) },
  { label: "p99", value: ({ p99TurnDurationMs }) => durationOf(p99TurnDurationMs) },
];

function durationOf(ms: number | null): string | null {
  return ms === null ? null : formatDuration(ms);
}
