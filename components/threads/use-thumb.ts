import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMe } from "#components/account/session-gate.tsx";
import { callFeedbackQuery, callRef, WITHOUT_SCORER } from "#components/feedback/feedback-queries.ts";
import { explainError } from "#components/layout/explain-error.ts";
import { useProject } from "#components/projects/project-context.tsx";
import { toast } from "#components/ui/toast-store.ts";
import { call } from "#lib/client/call.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import { createFeedback, type FeedbackRow, purgeFeedback } from "#lib/contract/feedback.ts";
import type { queryTurns, Turn } from "#lib/contract/threads.ts";
import { threadsKey, turnsKey } from "./thread-queries.ts";
import { EMOJI, type Thumb, withThumb } from "./thumbs.ts";

type Turns = ReplyOf<typeof queryTurns>;
type Given = { turn: Turn; thumb: Thumb };

/** Gives one's thumb to a turn, or takes it back. It shows at once; where it is refused, the turn is read again. */
export function useThumb(threadId: string) {
  const { projectId } = useProject();
  const me = useMe();
  const client = useQueryClient();
  const turns = { queryKey: turnsKey(projectId, threadId) };
  return useMutation({
    mutationFn: async ({ turn, thumb }: Given) => {
      const rows = await client.fetchQuery({ ...callFeedbackQuery(projectId, turn.id), staleTime: 0 });
      for (const { id } of rows.filter((row) => row.wb_user_id === me.userId && isThumb(row)))
        await call(purgeFeedback, {
          projectId,
          query: { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } },
        });
      if (turn.ownThumb === thumb) return;
      await call(createFeedback, {
        projectId,
        weaveRef: callRef(projectId, turn.id),
        feedbackType: "wandb.reaction.1",
        payload: { emoji: EMOJI[thumb] },
        creator: me.name || me.email,
        ...WITHOUT_SCORER,
      });
    },
    onMutate: async ({ turn, thumb }) => {
      await client.cancelQueries(turns);
      client.setQueriesData<Turns>(turns, (before) =>
        before
          ? {
              ...before,
              turns: before.turns.map((one) => (one.id === turn.id ? withThumb(one, thumb) : one)),
            }
          : before,
      );
    },
    onError: (error) =>
      toast({ title: "Your thumb was not stored", detail: explainError(error), tone: "danger" }),
    onSettled: (_data, _error, { turn }) =>
      Promise.all([
        client.invalidateQueries(turns),
        client.invalidateQueries({ queryKey: callFeedbackQuery(projectId, turn.id).queryKey }),
        client.invalidateQueries({ queryKey: [...threadsKey(projectId), "details"] }),
      ]),
  });
}

function isThumb({ feedback_type: type, payload }: FeedbackRow): boolean {
  const emoji = payload.detoned ?? payload.emoji;
  return type === "wandb.reaction.1" && Object.values(EMOJI).some((one) => one === emoji);
}
