import { Database, Inbox, MessagesSquare } from "lucide-react";
import { countsWords } from "#components/datasets/parts/dataset-texts.ts";
import { NewAnswersBadge } from "#components/datasets/parts/new-answers-badge.tsx";
import { isBuildDue, retractedIn } from "#components/datasets/parts/retracted-words.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { fitsChips, type QueueChip } from "#components/queues/list/queue-chips.ts";
import { progressText } from "#components/queues/list/queue-progress-bar.tsx";
import { useMe } from "#components/session/session-gate.tsx";
import { UpdatedTime } from "#components/threads/queries/updated-time.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { Initials } from "#components/ui/text/initials.tsx";
import type { Dataset } from "#lib/contract/datasets/datasets.ts";
import { LAST_DAY, NAMED, TRAFFIC } from "./overview-queries.ts";
import { type Figure, StageCard, StageRow } from "./stage-card.tsx";
import type { Overview } from "./use-overview.ts";

export function ThreadsCard({ threads, lastDay, newest }: Pick<Overview, "threads" | "lastDay" | "newest">) {
  const href = projectHref(useProject(), "threads");
  return (
    <StageCard
      title="Threads"
      icon={<MessagesSquare />}
      href={href}
      queries={[threads, lastDay, newest]}
      empty={
        threads.data?.threads === 0
          ? "No conversations yet. Import a file of them, or let a program send its calls."
          : null
      }
      figures={[
        { count: threads.data?.threads ?? 0, label: "in all", href: `${href}?${TRAFFIC}` },
        {
          count: lastDay.data?.threads ?? 0,
          label: "updated in the last 24 hours",
          href: `${href}?${LAST_DAY}`,
        },
      ]}
    >
      {newest.data?.map(({ threadId, firstInput, turnCount, ...updated }) => (
        <StageRow
          key={threadId}
          href={`${href}/${encodeURIComponent(threadId)}`}
          title={firstInput || threadId}
          detail={countOf(turnCount, "turn")}
          aside={<UpdatedTime {...updated} />}
        />
      ))}
    </StageCard>
  );
}

/** The figures are what the chips of the list leave. */
const QUEUE_FIGURES: readonly { chips: readonly QueueChip[]; label: string }[] = [
  { chips: [], label: "in use" },
  { chips: ["in-progress"], label: "in progress" },
  { chips: ["needs-me"], label: "with items for you" },
];

export function QueuesCard({ queues }: Pick<Overview, "queues">) {
  const current = useProject();
  const { userId } = useMe();
  const href = projectHref(current, "queues");
  const shown = QUEUE_FIGURES.filter(
    ({ chips }) => !chips.includes("needs-me") || current.can("queues:annotate"),
  );
  return (
    <StageCard
      title="Queues"
      icon={<Inbox />}
      href={href}
      queries={[queues]}
      empty={
        queues.data?.length === 0
          ? "No queue is in use. A queue gives calls to people, who annotate them one by one."
          : null
      }
      figures={shown.map(({ chips, label }) => ({
        count: queues.data?.filter((queue) => fitsChips(queue, chips, userId)).length ?? 0,
        isAtLeast: queues.hasNextPage,
        label,
        href: chips.length > 0 ? `${href}?show=${chips.join(",")}` : href,
      }))}
    >
      {queues.data?.slice(0, NAMED).map(({ id, name, summary }) => (
        <StageRow
          key={id}
          href={`${href}/${id}`}
          title={name}
          detail={progressText(summary)}
          aside={
            summary.peopleHere.length > 0
              ? summary.peopleHere.map(({ annotatorUserId, name: person }) => (
                  <Initials key={annotatorUserId} name={person} isHere />
                ))
              : summary.lastActivity && <Time value={summary.lastActivity} />
          }
        />
      ))}
    </StageCard>
  );
}

export function DatasetsCard({ datasets }: Pick<Overview, "datasets">) {
  const href = projectHref(useProject(), "datasets");
  const listed = newestFirst(datasets.data ?? []);
  return (
    <StageCard
      title="Datasets"
      icon={<Database />}
      href={href}
      queries={[datasets]}
      empty={
        datasets.data?.length === 0
          ? "No datasets in use. A dataset turns what people answered into rows to train on."
          : null
      }
      figures={[
        {
          count: datasets.data?.length ?? 0,
          isAtLeast: datasets.hasNextPage,
          label: "in use",
          href,
        },
        ...rowFigures(listed[0], href),
      ]}
    >
      {listed.slice(0, NAMED).map((dataset) => (
        <StageRow
          key={dataset.id}
          href={`${href}/${dataset.id}`}
          title={dataset.name}
          detail={<VersionText dataset={dataset} />}
          aside={
            dataset.newAnswers ? <NewAnswersBadge dataset={dataset} /> : <Time value={newestOf(dataset)} />
          }
        />
      ))}
    </StageCard>
  );
}

/** The list goes by when a recipe changed; a stage goes by what was made last. */
function newestFirst(datasets: readonly Dataset[]): Dataset[] {
  return datasets.toSorted((a, b) => newestOf(b).getTime() - newestOf(a).getTime());
}

function newestOf({ latestVersion, createdAt }: Dataset): Date {
  return latestVersion?.createdAt ?? createdAt;
}

/** What the newest version holds, if the dataset that is the newest has one. */
function rowFigures(dataset: Dataset | undefined, href: string): Figure[] {
  const version = dataset?.latestVersion;
  if (!dataset || !version) return [];
  const at = `${href}/${dataset.id}?version=v${version.number}`;
  const { train, heldOut } = version.counts;
  const { retracted, countAgain } = version;
  return [
    { count: train, label: "to train in the newest", href: heldOut > 0 ? `${at}&split=train` : at },
    ...(heldOut > 0 ? [{ count: heldOut, label: "held out", href: `${at}&split=held_out` }] : []),
    ...(retracted ? [{ count: retractedIn(retracted), label: "retracted since", href: at }] : []),
    ...(countAgain > 0 ? [{ count: countAgain, label: "to count again", href: at }] : []),
  ];
}

/** What stands of it first: of a long line the end is cut. */
function VersionText({ dataset: { latestVersion } }: { dataset: Dataset }) {
  if (!latestVersion) return "no version yet";
  const { number, counts, retracted, countAgain } = latestVersion;
  return (
    <>
      v{number} · {countsWords(counts)}
      {isBuildDue(latestVersion) ? (
        <span className="block truncate text-warning-ink">
          {[
            ...(retracted ? [`${formatCount(retractedIn(retracted))} retracted since`] : []),
            ...(countAgain > 0 ? [`${countOf(countAgain, "answer")} to count again`] : []),
          ].join(", ")}
        </span>
      ) : null}
    </>
  );
}
