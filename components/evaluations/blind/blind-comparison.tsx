"use client";

import { estimateWords, metricValue, subjectLabel } from "#components/evaluations/parts/evaluation-texts.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type {
  BlindQueue,
  BlindRate,
  BlindComparison as Compared,
} from "#lib/contract/evaluation/blind-queues.ts";
import type { EvaluationRun } from "#lib/contract/evaluation/evaluations.ts";
import { equalWords, overallWords, winRateWords } from "./blind-words.ts";

type BlindComparisonProps = { blind: Compared; runs: readonly Pick<EvaluationRun, "id" | "subject">[] };

/** What people said who did not know whose answers they saw. */
export function BlindComparison({ blind: { queues, rates }, runs }: BlindComparisonProps) {
  const { projectId } = useProject();
  if (queues.length === 0) return null;
  const nameOf = (runId: string) => {
    const run = runs.find(({ id }) => id === runId);
    return run ? subjectLabel(run.subject.name, projectId) : runId;
  };
  const words = winRateWords(rates, nameOf);
  return (
    <section aria-labelledby="blind" className="min-w-0 rounded-md border border-line p-4">
      <h2 id="blind" className="mb-1 text-sm">
        Blind comparison by people
      </h2>
      {rates.length > 0 ? (
        <>
          {words ? <p className="mb-1 max-w-prose text-sm">{words}</p> : null}
          <p className="mb-3 max-w-prose text-muted text-xs">
            The win rate and its interval are of answers that differ, with half the ties. Nobody is asked
            about equal answers.
          </p>
          <ul aria-label="Win rates" className="mb-4 flex flex-col gap-2 text-sm">
            {rates.map((rate) => (
              <Rate key={rate.runId} rate={rate} name={nameOf(rate.runId)} />
            ))}
          </ul>
        </>
      ) : (
        <p className="mb-3 max-w-prose text-muted text-sm">
          Votes are counted here once a queue is done: who looks before could stop when they like what they
          see.
        </p>
      )}
      <ul aria-label="Blind queues" className="flex flex-col gap-3">
        {queues.map((queue) => (
          <QueueLine
            key={queue.queueId}
            queue={queue}
            names={`${nameOf(queue.runA)} and ${nameOf(queue.runB)}`}
          />
        ))}
      </ul>
    </section>
  );
}

function Rate({ rate, name }: { rate: BlindRate; name: string }) {
  const { wins, ties, losses, winRate, strength } = rate;
  const overall = overallWords(rate.overall);
  return (
    <li className="min-w-0">
      <p className="break-words font-medium">{name}</p>
      <p className="break-words tabular-nums">
        Wins {metricValue(winRate.value, "share")}{" "}
        <span className="text-muted text-xs">({estimateWords(winRate, "share")})</span>
      </p>
      {overall ? <p className="text-muted text-xs tabular-nums">{overall}</p> : null}
      {strength ? (
        <p className="break-words tabular-nums">
          Strength {metricValue(strength.value, "score")}{" "}
          <span className="text-muted text-xs">({estimateWords(strength, "score")}; 0 is the middle)</span>
        </p>
      ) : null}
      <p className="text-muted text-xs tabular-nums">
        {countOf(wins, "vote")} for it, {countOf(ties, "tie")}, {formatCount(losses)} against it
      </p>
    </li>
  );
}

function QueueLine({ queue, names }: { queue: BlindQueue; names: string }) {
  const { entity, project } = useProject();
  const { queueId, queueName, items, judged, isDone } = queue;
  const equal = equalWords(queue);
  const label = `${formatCount(judged)} of ${countOf(items, "pair")} judged`;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          href={projectHref({ entity, project }, "queues", queueId)}
          className="block truncate rounded-sm underline underline-offset-2"
        >
          {queueName}
        </Link>
        <span className="block truncate text-muted text-xs">{names}</span>
      </div>
      <div className="w-52 max-w-full">
        <ProgressBar label={label} total={items} segments={[{ value: judged, tone: "accent" }]} />
        <span aria-hidden="true" className="text-muted text-xs">
          {label}
          {isDone ? ", done" : ""}
        </span>
        {equal ? <span className="block text-muted text-xs">{equal}</span> : null}
      </div>
    </li>
  );
}
