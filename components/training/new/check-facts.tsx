import type { ReactNode } from "react";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { readObjectRef } from "#components/queues/parts/annotation-field.ts";
import { heldOutNote } from "#components/training/parts/held-out-note.ts";
import { Link } from "#components/ui/button/link.tsx";
import { countOf, formatCount, formatDuration } from "#components/ui/text/format.ts";
import type { PreferenceCheck, SftCheck } from "#lib/contract/training/training-data.ts";
import type { Columns } from "#lib/datasets/import/columns.ts";
import { namedColumnsIn } from "#lib/datasets/import/named-columns.ts";

/** What is found out about every job that learns from a file. */
type CommonCheck = Pick<SftCheck, keyof SftCheck & keyof PreferenceCheck>;

type CheckFactsProps = {
  check: CommonCheck;
  /** What this kind of job learns from, under its label. */
  counts: readonly [label: string, value: string][];
  /** What must fit into the model's context. */
  unit: "row" | "reply";
  /** Which rows are left out, and why. */
  leftOut: readonly string[];
  /** Where the data are, as the job would be sent it. */
  dataUrl: string | null;
  /** Jobs of the model that must end first. */
  queue: number;
  /** How the model reads the first row. */
  children: ReactNode;
};

/** What a job would do: how much there is to learn, how long it takes, what stands in its way. */
export function CheckFacts({ check, counts, unit, leftOut, dataUrl, queue, children }: CheckFactsProps) {
  return (
    <div role="status" className="flex min-w-0 flex-col gap-4">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm tabular-nums">
        <Fact label="Rows">{formatCount(check.rows)}</Fact>
        <Fact label="Steps">{estimated(check, check.steps)}</Fact>
        {counts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
        <Fact label={`Longest ${unit}`}>
          {formatCount(check.longestRowTokens)} of {formatCount(check.contextLength)} tokens
        </Fact>
        <Fact label="Takes">
          <DurationText seconds={check.seconds} />
        </Fact>
      </dl>
      <CheckNotes texts={[...leftOut, ...notesOn(check, queue)]} />
      <CheckProblems problems={check.problems} dataUrl={dataUrl} />
      {children}
    </div>
  );
}

/** A count of the check, which is an estimate of large data. */
export function estimated({ isEstimated }: CommonCheck, count: number): string {
  return `${isEstimated ? "about " : ""}${formatCount(count)}`;
}

function notesOn({ heldOutRows, duplicateRows, isEstimated }: CommonCheck, queue: number): string[] {
  return [
    ...heldOutNote(heldOutRows),
    ...(duplicateRows > 0
      ? [
          `${countOf(duplicateRows, "row repeats an earlier one", "rows repeat earlier ones")}; each repetition is learned again.`,
        ]
      : []),
    ...(queue > 0
      ? [`${countOf(queue, "job")} of this model must end first; the time does not include that.`]
      : []),
    ...(isEstimated ? ["Large file: tokens and steps are estimated from the beginning."] : []),
  ];
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

function DurationText({ seconds }: { seconds: CommonCheck["seconds"] }) {
  if (!seconds) return <span className="text-muted">known after the first job on this base model</span>;
  const text = (amount: number) =>
    formatDuration(Math.max(1, Math.round(amount)) * 1_000).replace(/\.0 s$/, " s");
  return (
    <>
      about {text(seconds.estimate)}{" "}
      <span className="text-muted text-xs">
        ({text(seconds.low)} to {text(seconds.high)})
      </span>
      <span className="block text-faint text-xs">Longer while other programs use the machine.</span>
    </>
  );
}

/** What is worth knowing before the start, and stops nothing. */
function CheckNotes({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul
      aria-label="Notes"
      className="flex flex-col gap-1 rounded-md bg-warning-tint p-3 text-sm text-warning-ink"
    >
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

type CheckProblemsProps = { problems: CommonCheck["problems"]; dataUrl: string | null };

function CheckProblems({ problems, dataUrl }: CheckProblemsProps) {
  if (problems.length === 0) return null;
  const published = namedColumnsIn(dataUrl ?? "");
  const name = readObjectRef(published.ref)?.objectId;
  return (
    <div role="alert" className="rounded-md bg-danger-tint p-3 text-danger-ink text-sm">
      {name === undefined ? (
        <p className="font-medium">The job would fail. Correct these lines first.</p>
      ) : (
        <PublishedProblem name={name} columns={published.columns} />
      )}
      <ul aria-label="Lines with problems" className="mt-1">
        {problems.map(({ line, text }) => (
          <li key={`${line} ${text}`} className="break-words py-0.5">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a program published is not corrected here, and a dataset that is made of it leaves such rows out. */
function PublishedProblem({ name, columns }: { name: string; columns: Columns | null }) {
  const { entity, project } = useProject();
  const named = Object.entries(columns ?? {}).filter(([field, column]) => field !== column);
  return (
    <>
      <p className="break-words font-medium">
        The job would fail. Make a dataset of{" "}
        <Link
          href={projectHref({ entity, project }, "datasets", "published", name)}
          className="rounded-sm underline underline-offset-2"
        >
          {name}
        </Link>
        , which leaves these rows out, and train on that.
      </p>
      {named.length > 0 ? (
        <p className="mt-1 break-words">
          {named.map(([field, column]) => `${field} is its column “${column}”`).join(", ")}.
        </p>
      ) : null}
    </>
  );
}
