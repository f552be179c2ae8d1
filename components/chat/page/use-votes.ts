import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  addFeedback,
  callFeedbackQuery,
  callRef,
  removeFeedback,
} from "#components/feedback/feedback-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { PREFERENCE_TYPE, type Preference, type Verdict } from "#lib/contract/annotation/preference.ts";

/** Two compared replies, by their calls; the first is on the left. */
export type Pair = { roundId: number; firstCallId: string; secondCallId: string };
export type Vote = { verdict: Verdict; pair: Pair; feedbackId: string };

/** The votes of this conversation, by round. A second vote on a round replaces the first. */
export function useVotes(kept: Iterable<readonly [number, Vote]> = []) {
  const { projectId } = useProject();
  const me = useMe();
  const client = useQueryClient();
  const [votes, setVotes] = useState<ReadonlyMap<number, Vote>>(() => new Map(kept));
  const send = useMutation({
    mutationFn: async ({ pair, verdict }: { pair: Pair; verdict: Verdict }): Promise<Vote> => {
      const before = votes.get(pair.roundId);
      const payload: Preference = {
        verdict,
        second_ref: callRef(projectId, pair.secondCallId),
        strength: null,
      };
      const { id } = await addFeedback(projectId, {
        callId: pair.firstCallId,
        type: PREFERENCE_TYPE,
        payload,
        creator: me.name || me.email,
      });
      if (before) await removeFeedback(projectId, [before.feedbackId]);
      return { verdict, pair, feedbackId: id };
    },
    onSuccess: (vote) => {
      setVotes((known) => new Map(known).set(vote.pair.roundId, vote));
      const { queryKey } = callFeedbackQuery(projectId, vote.pair.firstCallId);
      return client.invalidateQueries({ queryKey });
    },
    onError: (error) =>
      toast({ title: "Your vote was not stored", detail: explainError(error), tone: "danger" }),
  });
  return {
    votes,
    forget: () => setVotes(new Map()),
    isPending: send.isPending,
    vote: (pair: Pair, verdict: Verdict) => {
      if (!send.isPending) send.mutate({ pair, verdict });
    },
  };
}
