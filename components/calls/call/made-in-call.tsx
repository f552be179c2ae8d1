"use client";

import { notRepeated } from "#components/calls/parts/repeated-calls.ts";
import { useMadeCalls } from "#components/calls/parts/use-made-calls.ts";
import { MadeCalls } from "#components/conversation/made-calls.tsx";
import { QueryErrorBanner } from "#components/layout/state/query-error.tsx";
import type { Message } from "#lib/contract/conversation/message.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";

type MadeInCallProps = { call: Call; messages: readonly Message[] };

/** The calls that a call made, as they are read between its question and its answer. */
export function MadeInCall({ call, messages }: MadeInCallProps) {
  const made = useMadeCalls(call);
  const calls = made.calls && notRepeated(made.calls, messages);
  return <MadeCallsIn made={{ ...made, calls }} asked={messages.filter(({ from }) => from === "inputs")} />;
}

type MadeCallsInProps = {
  made: ReturnType<typeof useMadeCalls>;
  asked: readonly Message[];
  anchor?: string;
};

/** The same, where somebody else has asked for them. */
export function MadeCallsIn({ made: { query, calls, isCut }, asked, anchor }: MadeCallsInProps) {
  if (query.error && !calls)
    return <QueryErrorBanner title="The calls made for this answer could not be loaded." query={query} />;
  if (!calls) return <p className="text-faint text-xs">Looking for calls made for the answer …</p>;
  return (
    <>
      <MadeCalls calls={calls} asked={asked} anchor={anchor} />
      {isCut ? (
        <p className="mt-1 text-muted text-xs">
          The trace has more calls than are shown here. The call's page lists them all.
        </p>
      ) : null}
    </>
  );
}
