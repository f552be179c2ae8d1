import { Conversation } from "#components/conversation/conversation.tsx";
import { type MadeCall, MadeCalls } from "#components/conversation/made-calls.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { ImportedCall } from "#lib/traces/import/conversation-calls.ts";

const TURNS_SHOWN = 4;

/** The first turns of a conversation that is not stored yet. */
export function ImportSample({ calls }: { calls: readonly ImportedCall[] }) {
  const turns = calls.filter(({ id, turnId }) => id === turnId);
  const more = turns.length - TURNS_SHOWN;
  return (
    <div className="rounded-md border border-line">
      <ol aria-label="Turns" className="flex flex-col">
        {turns.slice(0, TURNS_SHOWN).map((turn, i) => {
          const messages = messagesOf(turn);
          const before = turns[i - 1];
          const asked = messages.slice(before ? messagesOf(before).length + 1 : 0);
          return (
            <li key={turn.id} className="border-line border-b p-3 last:border-b-0">
              <Conversation
                inputs={hasMessages(turn) ? { messages: asked } : turn.inputs}
                output={turn.output}
                between={(said) => (
                  <MadeCalls
                    calls={madeIn(turn, asked, calls)}
                    asked={said.filter(({ from }) => from === "inputs")}
                  />
                )}
              />
            </li>
          );
        })}
      </ol>
      {more > 0 ? (
        <p className="border-line border-t px-3 py-2 text-muted text-xs">
          and {countOf(more, "further turn")}
        </p>
      ) : null}
    </div>
  );
}

/** Exported calls have inputs of any shape. */
function hasMessages({ inputs }: ImportedCall): boolean {
  return inputs !== undefined && "messages" in inputs && Array.isArray(inputs.messages);
}

function messagesOf({ inputs }: ImportedCall): readonly unknown[] {
  return inputs && "messages" in inputs && Array.isArray(inputs.messages) ? inputs.messages : [];
}

/** What was called in a turn, unless its messages say so themselves. */
function madeIn(turn: ImportedCall, asked: readonly unknown[], calls: readonly ImportedCall[]): MadeCall[] {
  if (asked.some((message) => typeof message === "object" && message !== null && "tool_calls" in message))
    return [];
  return calls
    .filter(({ turnId, id }) => turnId === turn.id && id !== turn.id)
    .map(({ id, opName, inputs, output }) => ({
      id,
      depth: 0,
      asksModel: false,
      card: {
        call: { id: null, name: opName, arguments: inputs },
        result: output === null ? null : { parts: [{ kind: "json", value: output }], isError: false },
      },
    }));
}
