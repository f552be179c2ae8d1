import { useEffect, useState } from "react";
import { modelsIn } from "#components/chat/models/playground-models.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { type Conversation, isOf, keepConversation, keptConversation } from "./kept-conversation.ts";
import type { Vote } from "./use-votes.ts";

/** The conversation that this tab was at, unless the address asks for another. */
export function useKeptConversation(): Conversation | null {
  const { projectId } = useProject();
  const { userId } = useMe();
  const { get } = useSearchState();
  const [kept] = useState(() => {
    const known = keptConversation(window.sessionStorage, { userId, projectId });
    return known && isOf(known, modelsIn(get)) ? known : null;
  });
  return kept;
}

type Shown = Omit<Conversation, "votes"> & { votes: ReadonlyMap<number, Vote> };

/** Keeps a conversation in this tab whenever it has changed and `isWritten`. */
export function useKeeping({ session, rounds, columns, votes }: Shown, isWritten: boolean): void {
  const { projectId } = useProject();
  const { userId } = useMe();
  useEffect(() => {
    if (isWritten)
      keepConversation(
        window.sessionStorage,
        { userId, projectId },
        { session, rounds, columns, votes: [...votes] },
      );
  }, [isWritten, userId, projectId, session, rounds, columns, votes]);
}
