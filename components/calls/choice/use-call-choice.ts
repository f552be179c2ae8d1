import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callName, startOf } from "#components/calls/parts/call-facts.ts";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import { useFurtherSearch } from "#components/calls/parts/use-further-search.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { SelectOption } from "#components/ui/field/select.tsx";
import { formatRelative } from "#components/ui/text/format.ts";
import { textOf } from "#lib/contract/conversation/message.ts";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { foundCallsQuery } from "./found-calls-query.ts";

/** The calls to choose from, and the chosen one, which stays among them whatever is searched for. */
export function useCallChoice(chosenId: string | null, { endedOnly }: { endedOnly: boolean }) {
  const { projectId } = useProject();
  const [text, setText] = useState("");
  const asked = useInfiniteQuery(foundCallsQuery(projectId, { text, endedOnly }));
  const search = useFurtherSearch(asked, "desc");
  const found = { data: asked.data?.rows, isPlaceholderData: asked.isPlaceholderData, error: asked.error };
  const chosen = useQuery({ ...callQuery(projectId, chosenId ?? ""), enabled: chosenId !== null });
  const calls = found.data ?? [];
  const isListed = calls.some(({ id }) => id === chosenId);
  return {
    text,
    setText,
    found,
    search,
    /** Null if no such call is there. */
    chosen: chosenId === null ? undefined : chosen.data,
    error: found.error ?? chosen.error,
    options: [...(chosen.data && chosenId !== null && !isListed ? [chosen.data] : []), ...calls].map(
      optionOf,
    ),
  };
}

export type CallChoice = ReturnType<typeof useCallChoice>;

type Named = Pick<Call, "id" | "opName" | "displayName" | "startedAt" | "summary" | "inputs">;

/** A call goes by what was asked last, and by its op where nothing can be read. */
function optionOf(call: Named): SelectOption {
  const asked = readMessages(call.inputs, undefined).at(-1);
  const text = asked ? textOf(asked).trim() : "";
  const at = startOf(call);
  const when = at === null ? "time unknown" : formatRelative(new Date(at), new Date());
  return {
    value: call.id,
    label: text === "" ? callName(call) : cut(text),
    help: text === "" ? when : `${callName(call)} · ${when}`,
  };
}

const SHOWN = 48;

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN).trimEnd()}…` : text;
}
