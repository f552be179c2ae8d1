import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addFeedback, callFeedbackQuery, removeFeedback } from "#components/feedback/feedback-queries.ts";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { threadsKey, turnsKey } from "#components/threads/queries/thread-queries.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { FeedbackRow } from "#lib/contract/traces/feedback.ts";
import type { queryTurns, Turn } from "#lib/contract/traces/threads.ts";
import { EMOJI, type Thumb, withThumb } from "./thumbs.ts";

const THUMB_TYPE = "wandb.reaction.1";

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
      const own = rows.filter((row) => row.wb_user_id === me.userId && isThumb(row)).map(({ id }) => id);
      if (own.length > 0) await removeFeedback(projectId, own);
      if (turn.ownThumb === thumb) return;
      await addFeedback(projectId, {
        callId: turn.id,
        type: THUMB_TYPE,
        payload: { emoji: EMOJI[thumb] },
        creator: me.name || me.email,
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
  return type === THUMB_TYPE && Object.values(EMOJI).some((one) => one === emoji);
}
