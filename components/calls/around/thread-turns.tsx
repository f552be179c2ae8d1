"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { madeCallsQuery } from "#components/calls/parts/call-queries.ts";
import { madeBy } from "#components/calls/parts/made-calls.ts";
import { notRepeated } from "#components/calls/parts/repeated-calls.ts";
import { ExceptionBlock } from "#components/conversation/conversation.tsx";
import { MadeCalls } from "#components/conversation/made-calls.tsx";
import { MessageList, TurnsButton } from "#components/conversation/message-list.tsx";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import { splitTurns } from "#lib/contract/conversation/split-turns.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { turnIdsQuery, turnsByIdQuery } from "./thread-turn-queries.ts";

/** The other turns of a call's thread. `number` is that of its own, from 1. */
export type AroundCall = { before: readonly string[]; after: readonly string[]; number: number };

/** Null while it loads, and for a call of no thread. */
export function useAroundCall(call: Pick<Call, "id" | "threadId" | "turnId"> | null): AroundCall | null {
  const { projectId } = useProject();
  const threadId = call?.threadId ?? "";
  const { data: ids } = useQuery({ ...turnIdsQuery(projectId, threadId), enabled: threadId !== "" });
  return useMemo(() => {
    const at = ids && call ? ids.indexOf(call.turnId || call.id) : -1;
    return ids && at >= 0 ? { before: ids.slice(0, at), after: ids.slice(at + 1), number: at + 1 } : null;
  }, [ids, call]);
}

type ThreadTurnsProps = {
  callIds: readonly string[];
  /** The number of the first of them. */
  firstNumber: number;
  side: "earlier" | "later";
  isOpen: boolean;
  onFlip: () => void;
};

const NO_CALLS: readonly Call[] = [];
const LOADED_AT_ONCE = 10;

/** Turns around the judged one, folded until they are wanted; the nearest come first. */
export function ThreadTurns({ callIds, firstNumber, side, isOpen, onFlip }: ThreadTurnsProps) {
  const [count, setCount] = useState(LOADED_AT_ONCE);
  if (callIds.length === 0) return null;
  const start = side === "earlier" ? Math.max(0, callIds.length - count) : 0;
  const near = side === "earlier" ? callIds.slice(start) : callIds.slice(0, count);
  const more =
    near.length < callIds.length ? (
      <Button size="sm" variant="ghost" onClick={() => setCount(count + LOADED_AT_ONCE)}>
        Show more of {countOf(callIds.length - near.length, "turn")}
      </Button>
    ) : null;
  return (
    <section aria-label={side === "earlier" ? "Earlier turns" : "Later turns"} className="min-w-0">
      <TurnsButton isOpen={isOpen} onFlip={onFlip}>
        {countOf(callIds.length, `${side} turn`)}
      </TurnsButton>
      {isOpen ? (
        <div className="mt-3 flex flex-col gap-4 border-line border-l-2 pl-3 text-muted">
          {side === "earlier" ? more : null}
          <Turns callIds={near} firstNumber={firstNumber + start} />
          {side === "later" ? more : null}
        </div>
      ) : null}
    </section>
  );
}

function Turns({ callIds, firstNumber }: { callIds: readonly string[]; firstNumber: number }) {
  const { projectId } = useProject();
  const turns = useQuery({ ...turnsByIdQuery(projectId, callIds), placeholderData: (before) => before });
  const makers = turns.data ?? NO_CALLS;
  const made = useQuery({ ...madeCallsQuery(projectId, makers), enabled: makers.length > 0 });
  if (turns.error && !turns.data)
    return <QueryError title="The other turns could not be loaded" query={turns} />;
  if (!turns.data) return <SkeletonLines label="Loading the other turns" lines={4} />;
  return turns.data.map((call) => {
    const at = callIds.indexOf(call.id);
    const number = at < 0 ? null : firstNumber + at;
    return <OtherTurn key={call.id} call={call} number={number} traced={made.data?.calls ?? NO_CALLS} />;
  });
}

type OtherTurnProps = { call: Call; number: number | null; traced: readonly Call[] };

/** What a turn added to the conversation; programs send the history again each time. */
function OtherTurn({ call, number, traced }: OtherTurnProps) {
  const { inputs, output, exception } = call;
  const all = useMemo(() => readMessages(inputs, output), [inputs, output]);
  const messages = useMemo(() => all.slice(splitTurns(all).earlierCount), [all]);
  const made = useMemo(() => notRepeated(madeBy(call, traced), messages), [call, traced, messages]);
  const asked = all.filter(({ from }) => from === "inputs");
  return (
    <article aria-label={number === null ? "Turn" : `Turn ${number}`} className="min-w-0">
      <h3 className="mb-2 font-medium text-faint text-xs">{number === null ? "Turn" : `Turn ${number}`}</h3>
      {messages.length > 0 ? (
        <MessageList messages={messages} between={<MadeCalls calls={made} asked={asked} />} />
      ) : (
        <p className="text-faint">No conversation.</p>
      )}
      {exception ? <ExceptionBlock text={exception} /> : null}
    </article>
  );
}
