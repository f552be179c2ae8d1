import clsx from "clsx";
import { retractedBriefly } from "#components/datasets/parts/retracted-words.ts";
import type { KeptGrader } from "#components/evaluations/kept/kept-graders.ts";
import {
  changeWords,
  differenceWords,
  estimateWords,
  isOfQuality,
  metricCaution,
  metricHelp,
  metricLabel,
  metricValue,
  mixedVersionsWords,
  ORIGIN_WORDS,
  subjectLabel,
} from "#components/evaluations/parts/evaluation-texts.ts";
import { MeasuredAgain } from "#components/evaluations/parts/measured-again.tsx";
import { runHref } from "#components/evaluations/parts/run-href.ts";
import { costWords, verdictOf, verdictWords } from "#components/evaluations/parts/verdict-words.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { countOf } from "#components/ui/text/format.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type {
  ComparisonCell,
  compareEvaluationRuns,
  MetricFacts,
} from "#lib/contract/evaluation/evaluation-runs.ts";
import { JudgeStanding } from "./judge-standing.tsx";
import { SubjectInProduction } from "./subject-in-production.tsx";

type Comparison = ReplyOf<typeof compareEvaluationRuns>;

type ComparisonTableProps = {
  evaluation: Parameters<typeof MeasuredAgain>[0]["evaluation"];
  comparison: Comparison;
  /** The graders of the evaluation, by what they are called. */
  graders?: readonly KeptGrader[];
  baselineId: string | null;
  open: { runId: string; metric: string } | null;
  onOpen: (runId: string, cell: ComparisonCell) => void;
};

/** A line for each model; on a phone each model is a card of its metrics. */
export function ComparisonTable(props: ComparisonTableProps) {
  const { evaluation, comparison, graders = [], baselineId, open, onOpen } = props;
  const judges = new Map(graders.map((kept) => [kept.own.name, kept]));
  const { projectId, entity, project } = useProject();
  const { metrics, subjects } = comparison;
  const lost = subjects.filter(({ retracted }) => retracted !== null);
  const before = subjects.find(({ run }) => run.id === baselineId);
  const mixed = mixedVersionsWords(subjects.map(({ run }) => run));
  return (
    <section aria-label="Comparison" className="min-w-0 md:overflow-x-auto">
      {mixed ? (
        <p className="mb-3 max-w-3xl rounded-md bg-warning-tint px-3 py-2 text-sm text-warning-ink">
          {mixed}
        </p>
      ) : null}
      {lost.length > 0 ? (
        <p className="mb-3 max-w-3xl rounded-md bg-warning-tint px-3 py-2 text-sm text-warning-ink">
          Some of the rows have answers that were retracted; the figures are of all rows.{" "}
          <MeasuredAgain
            isBuildSaid
            evaluation={evaluation}
            version={Math.max(...lost.map(({ run }) => run.version))}
          />
        </p>
      ) : null}
      <table className="w-full border-collapse text-left text-sm max-md:block">
        <caption className="mb-2 text-left text-muted text-xs max-md:block">
          Means over all answers that could be scored, with intervals of 95 % and how each was computed. “Of
          units” counts the rows of one conversation or prompt as one, where they are too few, or too much
          alike, to be resampled. A number opens its answers. p of McNemar’s test is how likely chance alone
          makes two models differ so much on the same rows; a difference is sure where its interval excludes 0
          and p, where there is one, is below 0.05. Of fewer than 8 units no difference is called sure.
        </caption>
        <thead className="max-md:sr-only">
          <tr>
            <th scope="col" className="border-line border-b px-3 py-2 font-medium text-muted text-xs">
              Model
            </th>
            {metrics.map(({ name, better, unit }) => (
              <th
                key={name}
                scope="col"
                title={metricHelp(name)}
                className="border-line border-b px-3 py-2 font-medium text-muted text-xs"
              >
                {metricLabel(name)}
                <span className="text-faint">{aside({ better, unit })}</span>
                <JudgeStanding kept={judges.get(name)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:flex max-md:flex-col max-md:gap-3">
          {subjects.map(({ run, cells, retracted }) => (
            <tr
              key={run.id}
              className="border-line border-b align-top max-md:block max-md:rounded-md max-md:border max-md:p-2"
            >
              <th
                scope="row"
                className="min-w-48 max-w-64 px-3 py-3 font-medium max-md:block max-md:max-w-full max-md:py-2"
              >
                <Link
                  href={runHref({ entity, project }, run)}
                  title={run.subject.name}
                  className="block break-words rounded-sm underline underline-offset-2"
                >
                  {subjectLabel(run.subject.name, projectId)}
                </Link>
                {mixed ? (
                  <span className="block text-muted text-xs">{`measured v${run.version}`}</span>
                ) : null}
                {retracted ? (
                  <span className="block font-normal text-warning-ink text-xs">
                    {retractedBriefly(retracted)}
                  </span>
                ) : null}
                {run.origin === "person" ? null : (
                  <span className="block font-normal text-muted text-xs">{ORIGIN_WORDS[run.origin]}</span>
                )}
                <span className="flex flex-wrap gap-1">
                  {run.id === baselineId ? <Badge>Baseline</Badge> : null}
                  <SubjectInProduction subject={run.subject} isOffered={run.id !== baselineId} />
                </span>
              </th>
              {metrics.map((metric) => {
                const cell = cells.find((one) => one.metric === metric.name);
                return (
                  <td key={metric.name} className="min-w-40 p-1 max-md:block max-md:min-w-0">
                    {cell ? (
                      <Cell
                        cell={cell}
                        metric={metric}
                        isOfOther={mixed !== null && run.version !== before?.run.version}
                        subject={subjectLabel(run.subject.name, projectId)}
                        isOpen={open?.runId === run.id && open.metric === metric.name}
                        onOpen={() => onOpen(run.id, cell)}
                      />
                    ) : null}
                    <JudgeStanding kept={judges.get(metric.name)} className="px-2 pb-2 md:hidden" />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How a column is read. */
function aside({ better, unit }: Pick<MetricFacts, "better" | "unit">): string {
  const caution = metricCaution({ unit });
  if (caution) return ` · ${caution}`;
  return better === "lower" ? " · lower is better" : "";
}

type CellProps = {
  cell: ComparisonCell;
  metric: MetricFacts;
  subject: string;
  /** Whether the baseline measured another version. */
  isOfOther: boolean;
  isOpen: boolean;
  onOpen: () => void;
};

function Cell({ cell, metric, subject, isOfOther, isOpen, onOpen }: CellProps) {
  const { estimate, difference, masked } = cell;
  const caution = metricCaution(metric);
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={onOpen}
      className={clsx(
        "flex w-full min-w-0 flex-col gap-0.5 rounded-md px-2 py-2 text-left transition-colors max-md:flex-row max-md:flex-wrap max-md:items-baseline max-md:gap-x-2",
        isOpen ? "bg-accent-tint" : "hover:bg-hover",
      )}
    >
      <span className="text-muted text-xs md:sr-only">{metricLabel(metric.name)}</span>
      <span className="sr-only">of {subject}:</span>
      <span className="font-medium text-base tabular-nums">{metricValue(estimate.value, metric.unit)}</span>
      <span className="text-muted text-xs tabular-nums">{estimateWords(estimate, metric.unit)}</span>
      {caution ? <span className="text-muted text-xs md:hidden">{caution}</span> : null}
      {difference === null || caution ? null : (
        <Change cell={cell} difference={difference} metric={metric} isOfOther={isOfOther} />
      )}
      {masked > 0 ? (
        <span className="text-warning-ink text-xs">{countOf(masked, "answer")} masked</span>
      ) : null}
    </button>
  );
}

const VERDICT_CLASS = {
  better: "text-success-ink",
  worse: "text-danger-ink",
  unclear: "text-muted",
  few: "text-muted",
};

type ChangeProps = {
  cell: ComparisonCell;
  difference: NonNullable<ComparisonCell["difference"]>;
  metric: MetricFacts;
  isOfOther: boolean;
};

/** How it differs from the baseline, whether that is more than noise, and by which method of how many rows. */
function Change({ cell, difference, metric, isOfOther }: ChangeProps) {
  const isQuality = isOfQuality(metric);
  const verdict = verdictOf(cell, metric);
  const { value, low, high } = difference;
  if (value === null)
    return isOfOther ? <span className="text-muted text-xs">No row in common with the baseline</span> : null;
  return (
    <span
      className={clsx(
        "flex flex-col text-xs tabular-nums",
        isQuality ? VERDICT_CLASS[verdict] : "text-muted",
      )}
    >
      <span>
        {changeWords(value, metric.unit)}
        {metric.unit === "share" ? " points" : ""}
        {low === null || high === null
          ? ""
          : ` (${changeWords(low, metric.unit)} to ${changeWords(high, metric.unit)})`}
        , {isQuality ? verdictWords(verdict) : costWords(difference, cell)}
      </span>
      <span className="text-muted">
        {isOfOther ? "rows of both versions · " : ""}
        {differenceWords(difference, cell)}
      </span>
    </span>
  );
}
