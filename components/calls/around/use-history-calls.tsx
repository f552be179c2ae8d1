"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { madeCallsQuery } from "#components/calls/parts/call-queries.ts";
import { historyCalls } from "#components/calls/parts/history-calls.ts";
import { MadeCalls } from "#components/conversation/made-calls.tsx";
import { useProject } from "#components/project/project-context.tsx";
import type { Message } from "#lib/contract/conversation/message.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { turnsByIdQuery } from "./thread-turn-queries.ts";

const NO_IDS: readonly string[] = [];
const NO_CALLS: readonly Call[] = [];
/** Each turn repeats all that was said before it, so many of them are large. */
const NEAREST = 20;

/** The calls of earlier turns, to show in the history that a call repeats: by the index of the message they follow. */
export function useHistoryCalls(
  callIds: readonly string[] | null,
): (messages: readonly Message[]) => Map<number, ReactNode> {
  const { projectId } = useProject();
  const nearest = useMemo(() => callIds?.slice(-NEAREST) ?? NO_IDS, [callIds]);
  const { data: turns = NO_CALLS } = useQuery({
    ...turnsByIdQuery(projectId, nearest),
    enabled: nearest.length > 0,
  });
  const made = useQuery({ ...madeCallsQuery(projectId, turns), enabled: turns.length > 0 });
  const traced = made.data?.calls ?? NO_CALLS;
  return useMemo(
    () => (messages) =>
      new Map(
        [...historyCalls(messages, turns, traced)].map(([index, calls]) => [
          index,
          <MadeCalls key={index} calls={calls} asked={messages.slice(0, index + 1)} />,
        ]),
      ),
    [turns, traced],
  );
}
