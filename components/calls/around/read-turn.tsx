"use client";

import { useMemo, useState } from "react";
import { MadeInCall } from "#components/calls/call/made-in-call.tsx";
import { Conversation } from "#components/conversation/conversation.tsx";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import { splitTurns } from "#lib/contract/conversation/split-turns.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { ThreadTurns, useAroundCall } from "./thread-turns.tsx";
import { useHistoryCalls } from "./use-history-calls.tsx";

type ReadTurnProps = {
  call: Call;
  /** Whether its answer is judged: then that is framed, and what was said before is folded. */
  isJudged?: boolean;
};

/** A call to read with the turns around it, each with its messages and its calls. */
export function ReadTurn({ call, isJudged = false }: ReadTurnProps) {
  const { inputs, output, exception } = call;
  const around = useAroundCall(call);
  const repeated = useFold(!isJudged);
  const others = useFold(false);
  // Programs that resend the history with each request include its messages, but not the calls made for it.
  const hasHistory = useMemo(() => splitTurns(readMessages(inputs, output)).turnCount > 0, [inputs, output]);
  const after = useHistoryCalls(hasHistory && repeated.isOpen ? (around?.before ?? null) : null);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {around && !hasHistory ? (
        <ThreadTurns callIds={around.before} firstNumber={1} side="earlier" {...others} />
      ) : null}
      <Conversation
        inputs={inputs}
        output={output}
        exception={exception}
        isJudged={isJudged}
        earlier={{ ...repeated, after }}
        between={(messages) => <MadeInCall call={call} messages={messages} />}
      />
      {around ? (
        <ThreadTurns callIds={around.after} firstNumber={around.number + 1} side="later" {...others} />
      ) : null}
    </div>
  );
}

function useFold(startsOpen: boolean) {
  const [isOpen, setOpen] = useState(startsOpen);
  return { isOpen, onFlip: () => setOpen(!isOpen) };
}
