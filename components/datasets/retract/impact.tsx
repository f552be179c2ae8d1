import type { ReactNode } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { RetractionImpact } from "#lib/contract/datasets/retractions.ts";
import { elsewhereWords, goingJobs, stateWord } from "./going-jobs.ts";
import { learnedWords, madeWords } from "./impact-words.ts";

/** What was made of the answers, from rows to what chat uses. */
export function Impact({ impact }: { impact: RetractionImpact }) {
  const { entity, project, projectId } = useProject();
  const to = (...segments: string[]) => projectHref({ entity, project }, ...segments);
  const { answerCount, jobCount, checkpointCount } = impact;
  const { versions, lacking, rewards, jobs, checkpoints } = impact;
  const going = goingJobs(impact);
  const other = jobs.filter((job) => !going.includes(job));
  const elsewhere = elsewhereWords(impact);
  const jobEntry = (job: RetractionImpact["jobs"][number], fact: string) => (
    <Entry
      key={job.jobId}
      href={hrefIn(job.projectId, "training", job.jobId)}
      name={`${job.modelName}, ${learnedWords(job)}${inProject(job.projectId, projectId)}`}
      fact={fact}
    />
  );
  return (
    <section aria-label="What learned from them" className="flex flex-col gap-3">
      <p>
        {countOf(answerCount, "answer")} and decisions. {madeWords(impact)}; {countOf(jobCount, "job")} and{" "}
        {countOf(checkpointCount, "checkpoint")}{" "}
        {going.length > 0 ? "learned from these or still do" : "learned from these"}. None of that changes by
        itself.
      </p>
      {elsewhere === null ? null : <p>{elsewhere}</p>}
      <Listed label="Newest versions, built without them">
        {lacking.map(({ datasetId, name, number, leftOut }) => (
          <Entry
            key={datasetId}
            href={`${to("datasets", datasetId)}?version=v${number}`}
            name={`${name}, v${number}`}
            fact={`${formatCount(leftOut)} left out`}
          />
        ))}
      </Listed>
      <Listed label="Versions made of them">
        {versions.map(({ datasetId, name, number, rows, totalRows }) => (
          <Entry
            key={`${datasetId} ${number}`}
            href={`${to("datasets", datasetId)}?version=v${number}`}
            name={`${name}, v${number}`}
            fact={`${formatCount(rows)} of ${countOf(totalRows, "row")}`}
          />
        ))}
      </Listed>
      <Listed label="Runs whose replies they rewarded">
        {rewards.map(({ runId, runName, replies, totalReplies }) => (
          <Entry
            key={runId}
            href={to("training", "runs", runId)}
            name={runName}
            fact={`${formatCount(replies)} of ${totalReplies === 1 ? "1 reply" : `${formatCount(totalReplies)} replies`}`}
          />
        ))}
      </Listed>
      <Listed label="Jobs that still learn from them">
        {going.map((job) => jobEntry(job, stateWord(job.state)))}
      </Listed>
      <Listed label={going.length > 0 ? "Other jobs" : "Jobs"}>
        {other.map((job) => jobEntry(job, job.state))}
      </Listed>
      <Beyond count={jobCount - jobs.length} what="job" />
      <Listed label="Checkpoints">
        {checkpoints.map((one) => (
          <Entry
            key={one.checkpointId}
            href={hrefIn(one.projectId, "models", one.modelId)}
            name={`${one.modelName}${inProject(one.projectId, projectId)}`}
            fact={`step ${one.step}`}
          />
        ))}
      </Listed>
      <Beyond count={checkpointCount - checkpoints.length} what="checkpoint" />
    </section>
  );
}

/** What of it serves by a name at this moment, which decides more than all the rest. */
export function inUseOf(impact: RetractionImpact | undefined, current: string): ReactNode {
  if (!impact || impact.aliases.length === 0) return null;
  return (
    <p className="text-warning-ink">
      In use:{" "}
      {impact.aliases
        .map(
          ({ projectId, modelName, name, step }) =>
            `${modelName}:${name} (step ${step}${inProject(projectId, current)})`,
        )
        .join(", ")}
      .
    </p>
  );
}

type ImpactOfProps = {
  query: {
    data: RetractionImpact | undefined;
    error: Error | null;
    refetch: () => unknown;
    isFetching: boolean;
  };
  /** Said where it cannot be read. */
  problem: string;
};

/** The same while it is looked for, and where that failed. */
export function ImpactOf({ query, problem }: ImpactOfProps) {
  if (query.data) return <Impact impact={query.data} />;
  if (query.error) return <QueryError title={problem} query={query} />;
  return <SkeletonLines label="Looking for what learned from them" lines={4} />;
}

/** What lists leave out, so that nobody takes them for all. */
function Beyond({ count, what }: { count: number; what: string }) {
  return count > 0 ? (
    <p className="text-muted text-xs">{countOf(count, what)} more, not listed here.</p>
  ) : null;
}

/** Said of what is of another project. */
function inProject(projectId: string, current: string): string {
  return projectId === current ? "" : `, in ${projectId}`;
}

function hrefIn(projectId: string, ...segments: string[]): string {
  const [entity = "", project = ""] = projectId.split("/");
  return projectHref({ entity, project }, ...segments);
}

function Listed({ label, children }: { label: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium text-muted text-xs">{label}</h3>
      <ul
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-40 overflow-y-auto"
      >
        {children}
      </ul>
    </div>
  );
}

function Entry({ href, name, fact }: { href: string; name: string; fact: string }) {
  return (
    <li className="flex gap-2 py-0.5">
      <Link href={href} title={name} className="min-w-0 flex-1 truncate hover:underline">
        {name}
      </Link>
      <span className="text-muted tabular-nums">{fact}</span>
    </li>
  );
}
