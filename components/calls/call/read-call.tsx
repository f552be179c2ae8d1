import { Conversation } from "#components/conversation/conversation.tsx";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { MadeInCall } from "./made-in-call.tsx";

/** A call to read: what was asked, what was done for the answer, and the answer. */
export function ReadCall({ call }: { call: Call }) {
  return (
    <Conversation
      inputs={call.inputs}
      output={call.output}
      exception={call.exception}
      between={(messages) => <MadeInCall call={call} messages={messages} />}
    />
  );
}
