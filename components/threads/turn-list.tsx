"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { traceQuery } from "#components/calls/call-queries.ts";
import { type CallTreeRow, callTree } from "#components/calls/call-tree.ts";
import { withoutHistory } from "#components/conversation/message.ts";
import { readMessages } from "#components/conversation/read-messages.ts";
import { explainError } from "#components/layout/explain-error.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorBanner, ErrorState } from "#components/ui/error-state.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import type { Call } from "#lib/contract/call-fields.ts";
import { turnsQuery } from "./thread-queries.ts";
import { Turn } from "./turn.tsx";

type TurnListProps = { threadId: string; onAdd?: (callId: string) => void };

/** The conversation of a thread, oldest turn first; each turn shows only what it added. */
export function TurnList({ threadId, onAdd }: TurnListProps) {
  const { projectId } = useProject();
  const turns = useInfiniteQuery(turnsQuery(projectId, threadId));
  const shown = useMemo(() => withMessages(turns.data ?? []), [turns.data]);
  const nestedOf = useNested(turns.data ?? NO_TURNS);
  const error = turns.error ? explainError(turns.error) : null;
  if (!turns.data && error)
    return (
      <ErrorState
        title="The conversation could not be loaded"
        detail={error}
        onRetry={() => void turns.refetch()}
      />
    );
  if (!turns.data)
    return (
      <div className="p-4">
        <SkeletonLines label="Loading the conversation" lines={8} />
      </div>
    );
  if (shown.length === 0)
    return (
      <EmptyState title="This thread has no turns">
        It may have been deleted, or only calls inside turns carry its id.
      </EmptyState>
    );
  return (
    <>
      {error ? (
        <ErrorBanner
          title="The turns could not be refreshed."
          detail={error}
          onRetry={() => void turns.refetch()}
        />
      ) : null}
      <ol aria-label="Turns">
        {shown.map(({ turn, messages }, i) => (
          <li key={turn.id} className="border-line border-b last:border-b-0">
            <Turn
              call={turn}
              number={i + 1}
              messages={messages}
              nested={nestedOf(turn.id)}
              {...(onAdd ? { onAdd } : {})}
            />
          </li>
        ))}
      </ol>
      {turns.hasNextPage ? (
        <div className="flex justify-center p-3">
          <Button size="sm" pending={turns.isFetchingNextPage} onClick={() => void turns.fetchNextPage()}>
            Load more turns
          </Button>
        </div>
      ) : null}
    </>
  );
}

const NO_TURNS: readonly Call[] = [];

/** The calls inside each turn, found through the traces that the turns belong to. */
function useNested(turns: readonly Call[]): (turnId: string) => readonly CallTreeRow[] {
  const { projectId } = useProject();
  const traceIds = useMemo(() => [...new Set(turns.map(({ traceId }) => traceId))], [turns]);
  const { data: calls } = useQuery({
    ...traceQuery(projectId, traceIds),
    enabled: traceIds.length > 0,
    placeholderData: keepPreviousData,
  });
  const nested = useMemo(() => {
    const rowsOf = (turn: Call) =>
      callTree(calls ?? [], turn.id)
        .slice(1)
        .map((row) => ({ ...row, depth: row.depth - 1 }));
    return new Map(turns.map((turn) => [turn.id, rowsOf(turn)]));
  }, [turns, calls]);
  return (turnId) => nested.get(turnId) ?? [];
}

function withMessages(turns: readonly Call[]) {
  let before: ReturnType<typeof readMessages> = [];
  return turns.map((turn) => {
    const whole = readMessages(turn.inputs, turn.output);
    const messages = withoutHistory(whole, before);
    before = whole;
    return { turn, messages };
  });
}
