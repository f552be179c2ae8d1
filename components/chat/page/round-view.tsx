"use client";

import clsx from "clsx";
import { useEffect, useEffectEvent, useState } from "react";
import { ReplyCard, type ReplyTurn } from "#components/chat/reply/reply-card.tsx";
import { GivenBlock } from "#components/chat/request/given-block.tsx";
import { PromptBlock } from "#components/chat/request/prompt-block.tsx";
import { bodyIn, isWaiting, resultsFor } from "#components/chat/state/chat-messages.ts";
import type { Round, Rounds } from "#components/chat/state/playground-state.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import type { Shortcut } from "#components/ui/mount/shortcut-keys.ts";
import { useShortcuts } from "#components/ui/mount/shortcuts.tsx";
import type { Verdict } from "#lib/contract/annotation/preference.ts";
import { columnsClass } from "./columns-class.ts";
import { type RoundActs, type Side, sidesOf } from "./round-acts.ts";
import { inOrder, letterOf } from "./use-columns.ts";
import type { Column } from "./use-playground.ts";
import type { Vote } from "./use-votes.ts";
import { SendToQueue, VoteBar } from "./vote-bar.tsx";

const NONE: readonly Shortcut[] = [];

type RoundViewProps = {
  rounds: Rounds;
  round: Round;
  columns: readonly Column[];
  isLast: boolean;
  isHidden: boolean;
  showsHeat: boolean;
  vote: Vote | undefined;
  acts: RoundActs;
};

/** A prompt with the replies of all columns below it, side by side. */
export function RoundView({
  rounds,
  round,
  columns,
  isLast,
  isHidden,
  showsHeat,
  vote,
  acts,
}: RoundViewProps) {
  const { entity, project } = useProject();
  const placed = inOrder(columns, round.order);
  const hasSeveral = placed.length > 1;
  const { onAgain, onEdit } = acts;
  const answered = round.results?.columnId;
  return (
    <section aria-label={labelOf(round)} className="flex min-w-0 flex-col gap-3">
      {answered === undefined ? (
        <div className={clsx("w-full", hasSeveral && "max-w-3xl")}>
          {round.given ? (
            <GivenBlock words={round.prompt} given={round.given} />
          ) : (
            <PromptBlock
              prompt={round.prompt}
              hasLater={!isLast}
              onEdit={onEdit ? (prompt) => onEdit(round.id, prompt) : null}
            />
          )}
        </div>
      ) : null}
      <div className={clsx("grid gap-x-4 gap-y-6", columnsClass(placed.length))}>
        {placed.map((column, place) =>
          answered === undefined || answered === column.id ? (
            <ReplyCard
              key={column.id}
              letter={hasSeveral ? letterOf(place) : null}
              reply={round.replies[column.id]}
              turn={turnOf({ rounds, round, column, acts })}
              isHidden={isHidden}
              showsHeat={showsHeat}
              threadHref={projectHref({ entity, project }, "threads", acts.threadOf(column.id))}
              onStop={() => acts.onStop(column.id)}
              onAgain={isLast && onAgain ? () => onAgain(round.id, column) : null}
            />
          ) : (
            <div key={column.id} className="max-md:hidden" />
          ),
        )}
      </div>
      <RoundFoot round={round} columns={placed} isLast={isLast} vote={vote} acts={acts} />
    </section>
  );
}

function labelOf({ prompt, results }: Round): string {
  return results ? "Round: tool results" : `Round: ${prompt.slice(0, 60)}`;
}

type TurnOfProps = Pick<RoundViewProps, "rounds" | "round" | "acts"> & { column: Column };

/** The context of a column's reply: its request, and the results that its tools gave or still have to give. */
function turnOf({ rounds, round, column, acts }: TurnOfProps): ReplyTurn {
  const at = { roundId: round.id, columnId: column.id };
  const frame = round.replies[column.id]?.frame ?? null;
  const { onResults } = acts;
  const promptRoundId = round.results?.promptRoundId ?? round.id;
  return {
    bodyOf: frame ? () => bodyIn(rounds, at, frame) : null,
    results: resultsFor(rounds, at),
    isWaiting: isWaiting(rounds, at),
    onResults: onResults ? (answers) => onResults({ ...at, promptRoundId, answers }, column) : null,
  };
}

type RoundFootProps = Pick<RoundViewProps, "round" | "columns" | "isLast" | "vote" | "acts">;

function RoundFoot({ round, columns, isLast, vote, acts }: RoundFootProps) {
  const sides = sidesOf(round, columns);
  const [chosen, setChosen] = useState<readonly [string, string] | null>(null);
  const pair = pairOf(sides, chosen);
  const { onQueue } = acts;
  const onVote = pair
    ? (verdict: Vote["verdict"]) =>
        acts.onVote({ roundId: round.id, firstCallId: pair[0].callId, secondCallId: pair[1].callId }, verdict)
    : null;
  useVoteKeys(isLast ? onVote : null);
  if (sides.length === 0 || (!pair && !onQueue)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-3" data-last={isLast}>
      {pair && onVote ? (
        <VoteBar
          sides={sides}
          pair={pair}
          onPair={setChosen}
          verdict={isOf(vote, pair) ? vote.verdict : null}
          isPending={acts.isVoting}
          hasKeys={isLast}
          onVote={onVote}
        />
      ) : null}
      {onQueue ? (
        <span className="ml-auto">
          <SendToQueue count={sides.length} onSend={() => onQueue(sides.map(({ callId }) => callId))} />
        </span>
      ) : null}
    </div>
  );
}

/** The two replies chosen for comparison, else the first two; null if there are none. */
function pairOf(sides: readonly Side[], chosen: readonly [string, string] | null): [Side, Side] | null {
  const [left, right] = chosen ?? [];
  const first = sides.find(({ columnId }) => columnId === left) ?? sides[0];
  const second =
    sides.find(({ columnId }) => columnId === right && columnId !== first?.columnId) ??
    sides.find((side) => side !== first);
  return first && second ? [first, second] : null;
}

function isOf(vote: Vote | undefined, [left, right]: readonly [Side, Side]): vote is Vote {
  return vote?.pair.firstCallId === left.callId && vote.pair.secondCallId === right.callId;
}

/** The keys that vote; `onVote` null takes them away. */
function useVoteKeys(onVote: ((verdict: Verdict) => void) | null): void {
  const vote = useEffectEvent((verdict: Verdict) => onVote?.(verdict));
  const [shortcuts, setShortcuts] = useState(NONE);
  const canVote = onVote !== null;
  useEffect(() => {
    setShortcuts(
      canVote
        ? [
            { keys: "a", label: "The first reply is better", run: () => vote("first") },
            { keys: "b", label: "The second reply is better", run: () => vote("second") },
            { keys: "=", label: "They are equal", run: () => vote("tie") },
            { keys: "0", label: "Both are bad", run: () => vote("both_bad") },
          ]
        : NONE,
    );
  }, [canVote]);
  useShortcuts("Votes", shortcuts);
}
