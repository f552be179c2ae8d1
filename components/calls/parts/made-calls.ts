import type { MadeCall } from "#components/conversation/made-calls.tsx";
import { asksModel } from "#lib/contract/conversation/asks-model.ts";
import type { MessagePart } from "#lib/contract/conversation/message.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { callName } from "./call-facts.ts";
import { callTree } from "./call-tree.ts";

/** What a call made, at any depth and in order, out of the other calls of its trace. */
export function madeBy(call: Call, traced: readonly Call[]): MadeCall[] {
  return callTree([call, ...traced.filter(({ id }) => id !== call.id)], call.id)
    .slice(1)
    .map(({ call: made, depth }) => ({
      id: made.id,
      depth: depth - 1,
      asksModel: asksModel(made),
      card: {
        call: { id: null, name: callName(made), arguments: made.inputs },
        result: resultOf(made),
      },
    }));
}

function resultOf({ output, exception }: Call): MadeCall["card"]["result"] {
  const given: MessagePart[] =
    output === null || output === undefined
      ? []
      : [typeof output === "string" ? { kind: "text", text: output } : { kind: "json", value: output }];
  const failed: MessagePart[] = exception ? [{ kind: "text", text: exception }] : [];
  const parts = [...failed, ...given];
  return parts.length > 0 ? { parts, isError: failed.length > 0 } : null;
}
