"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { withoutHistory } from "#components/conversation/message.ts";
import { readMessages } from "#components/conversation/read-messages.ts";
import { explainError } from "#components/layout/explain-error.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorBanner, ErrorState } from "#components/ui/error-state.tsx";
import { SkeletonLines } from "#components/ui/skeleton.tsx";
import { turnsQuery } from "./thread-queries.ts";
import { Turn } from "./turn.tsx";

type TurnListProps = { threadId: string; onAdd?: (callId: string) => void };

/** The conversation of a thread, oldest turn first; each turn shows only what it added. */
export function TurnList({ threadId, onAdd }: TurnListProps) {
  const { projectId } = useProject();
  const turns = useInfiniteQuery(turnsQuery(projectId, threadId));
  const shown = useMemo(() => withMessages(turns.data ?? []), [turns.data]);
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
            <Turn call={turn} number={i + 1} messages={messages} {...(onAdd ? { onAdd } : {})} />
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

type Turns = readonly Parameters<typeof Turn>[0]["call"][];

function withMessages(turns: Turns) {
  let before: ReturnType<typeof readMessages> = [];
  return turns.map((turn) => {
    const whole = readMessages(turn.inputs, turn.output);
    const messages = withoutHistory(whole, before);
    before = whole;
    return { turn, messages };
  });
}
