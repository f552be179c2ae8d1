"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { questionText } from "#lib/contract/conversation/question-text.ts";
import {
  type RlRollout,
  type RlRound,
  type RlRun,
  ROLLOUT_ORDERS,
  type RolloutOrder,
} from "#lib/contract/reinforcement/rl-runs.ts";
import { rolloutListQuery } from "./rl-queries.ts";
import { partLabel, SETTLER_WORDS, score } from "./rl-words.ts";

const ORDER_WORDS: { [O in RolloutOrder]: string } = {
  position: "By prompt",
  best: "Best first",
  worst: "Worst first",
  longest: "Longest first",
};

/** The answers of a round with their scores: what the reward is given for. */
export function RlRollouts({ run, rounds }: { run: RlRun; rounds: readonly RlRound[] }) {
  const { projectId } = useProject();
  const { get, replace } = useSearchState();
  const chosen = rounds.find(({ round }) => String(round) === get("round")) ?? rounds.at(-1);
  const order = ROLLOUT_ORDERS.find((one) => one === get("order")) ?? "position";
  const list = useInfiniteQuery(
    rolloutListQuery(projectId, { runId: run.id, round: chosen?.round ?? 1, order }),
  );
  const labels = new Map(run.graders.map((part) => [part.name, partLabel(part)]));
  const labelOf = (metric: string) => labels.get(metric) ?? metric;
  const rollouts = list.data?.pages.flatMap((page) => page.rollouts);
  return (
    <section aria-labelledby="rl-rollouts" className="p-4">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h2 id="rl-rollouts" className="text-sm">
          Answers
        </h2>
        <span className="w-36">
          <Select
            size="sm"
            aria-label="Round"
            value={String(chosen?.round ?? 1)}
            onValueChange={(round) => replace({ round })}
            options={rounds.map(({ round }) => ({ value: String(round), label: `Round ${round}` }))}
          />
        </span>
        <span className="w-40">
          <Select
            size="sm"
            aria-label="Order"
            value={order}
            onValueChange={(value) => replace({ order: value === "position" ? null : value })}
            options={ROLLOUT_ORDERS.map((value) => ({ value, label: ORDER_WORDS[value] }))}
          />
        </span>
        <p className="text-muted text-sm">{countOf(list.data?.pages[0]?.totalCount ?? 0, "answer")}</p>
      </div>
      {list.error ? (
        <p role="alert" className="text-danger-ink text-sm">
          The answers could not be loaded. {explainError(list.error)}{" "}
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </p>
      ) : null}
      {rollouts ? (
        <ul className="grid min-w-0 gap-3 lg:grid-cols-2">
          {rollouts.map((rollout) => (
            <li key={`${rollout.position} ${rollout.sample}`} className="min-w-0">
              <Rollout rollout={rollout} labelOf={labelOf} />
            </li>
          ))}
        </ul>
      ) : list.error ? null : (
        <SkeletonLines label="Loading the answers" lines={4} />
      )}
      {rollouts?.length === 0 ? <p className="text-muted text-sm">No answer has come yet.</p> : null}
      {list.hasNextPage ? (
        <Button className="mt-3" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </section>
  );
}

type RolloutProps = { rollout: RlRollout; labelOf: (metric: string) => string };

function Rollout({ rollout, labelOf }: RolloutProps) {
  const {
    position,
    sample,
    prompt,
    reference,
    output,
    error,
    reward,
    scores,
    tokens,
    isTruncated,
    settledBy,
  } = rollout;
  const label = `Row ${position + 1}, answer ${sample + 1}`;
  return (
    <article aria-label={label} className="min-w-0 rounded-md border border-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-2 text-muted text-xs">
        <span className="font-medium text-ink">{label}</span>
        <Badge tone={reward === null ? "warning" : "neutral"}>
          {reward === null ? "Masked" : `Reward ${score(reward)}`}
        </Badge>
        {settledBy === null ? null : <Badge tone="accent">{SETTLER_WORDS[settledBy]}</Badge>}
        {scores.map((one) => (
          <span key={one.metric} title={one.masked ?? undefined}>
            {`${labelOf(one.metric)} ${one.score === null ? "masked" : score(one.score)}`}
          </span>
        ))}
        {tokens === null ? null : <span className="ml-auto">{countOf(tokens, "token")}</span>}
        {isTruncated ? <Badge tone="warning">Cut off</Badge> : null}
      </header>
      <div className="flex min-w-0 flex-col gap-2 p-3 text-sm">
        <p className="line-clamp-3 whitespace-pre-wrap break-words text-muted">{questionText(prompt)}</p>
        <p className="whitespace-pre-wrap break-words">{error ?? output ?? ""}</p>
        {reference === null ? null : (
          <p className="whitespace-pre-wrap break-words border-line border-l-2 pl-2">
            <span className="block text-muted text-xs">Reference</span>
            {reference}
          </p>
        )}
        {scores.map(({ metric, masked }) =>
          masked === null || error !== null ? null : (
            <p key={metric} className="break-words text-muted text-xs">
              {`${labelOf(metric)}: ${masked}`}
            </p>
          ),
        )}
      </div>
    </article>
  );
}
