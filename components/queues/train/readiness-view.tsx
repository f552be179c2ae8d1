import { Check, FlaskConical, Hammer, TrendingDown } from "lucide-react";
import type { ReactNode } from "react";
import { labelledBy } from "#components/datasets/findings/conflict-words.ts";
import { tooFewToMeasure } from "#components/datasets/findings/few-words.ts";
import { splitNote } from "#components/datasets/parts/dataset-texts.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { BuildOutlook, QueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import { ConflictList } from "./conflict-list.tsx";
import { LeftOutList } from "./left-out-list.tsx";
import { isWhole, nextNumber, problemText, type ReadinessNotes, usableText } from "./readiness-text.ts";
import { type Places, ReadinessTiles } from "./readiness-tiles.tsx";
import type { ReadinessActs } from "./use-readiness-acts.ts";

type ReadinessViewProps = {
  readiness: QueueReadiness;
  /** `93 to 95 %`; null while or where it is not known. */
  forecast: string | null;
  notes: ReadinessNotes;
  places: Places;
  /** Null for those who only look. */
  acts: ReadinessActs | null;
};

/** How far the answers have come on their way to a model, what is left out and why, and what to do next. */
export function ReadinessView({ readiness, forecast, notes, places, acts }: ReadinessViewProps) {
  const { build, problem, dataset } = readiness;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="flex min-w-0 flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          {build ? (
            <Usable
              counts={build.counts}
              href={places.rows ?? places.items}
              split={dataset.kind === "eval" ? null : splitNote(build.counts, dataset.recipe.split.heldOut)}
              few={tooFewToMeasure({ ...dataset, counts: build.counts }, dataset.recipe.split.heldOut)}
            />
          ) : (
            <p role="alert" className="text-danger-ink text-sm">
              No version can be built. {problem ? problemText(problem) : ""}
            </p>
          )}
        </div>
        {acts ? (
          <Acts
            acts={acts}
            number={nextNumber({ dataset, build })}
            hasVersion={dataset.latestVersion !== null}
            isBuilt={build !== null && isWhole(build)}
          />
        ) : null}
      </div>
      <Notes notes={notes} />
      {build ? (
        <>
          <ReadinessTiles readiness={{ ...readiness, build }} forecast={forecast} places={places} />
          <ConflictList
            build={build}
            sources={dataset.recipe.sources}
            labelled={labelledBy(dataset)}
            places={places}
          />
          <LeftOutList build={build} sources={dataset.recipe.sources} itemHref={places.item} />
        </>
      ) : null}
    </div>
  );
}

type UsableProps = {
  counts: BuildOutlook["counts"];
  href: string;
  /** Why another share is held out than was asked for. */
  split: string | null;
  /** That hardly any row is held out. */
  few: string | null;
};

function Usable({ counts, href, split, few }: UsableProps) {
  const { train, heldOut, candidates, rejectedBy } = counts;
  const { open = 0, asked_by_run: ofRuns = 0 } = rejectedBy;
  const lost = candidates - train - heldOut - open - ofRuns;
  const text = usableText(counts);
  return (
    <>
      <p className="font-medium text-lg">
        <Link
          href={href}
          className="rounded-sm underline decoration-edge underline-offset-4 hover:decoration-current"
        >
          {text}
        </Link>
      </p>
      <ProgressBar
        label={text}
        total={candidates}
        segments={[
          { value: train, tone: "accent" },
          { value: heldOut, tone: "success" },
          { value: lost, tone: "warning" },
        ]}
        className="my-1.5 h-2"
      />
      <ul aria-label="Of them" className="flex flex-wrap gap-x-4 text-muted text-sm tabular-nums">
        <Part dot="bg-accent">{formatCount(train)} to train</Part>
        <Part dot="bg-success">{formatCount(heldOut)} held out</Part>
        {lost > 0 ? <Part dot="bg-warning">{formatCount(lost)} left out</Part> : null}
        {ofRuns > 0 ? <Part dot="bg-edge">{formatCount(ofRuns)} asked by runs</Part> : null}
        {open > 0 ? <Part dot="bg-edge">{countOf(open, "item")} still open</Part> : null}
      </ul>
      {few === null ? null : <p className="mt-1 text-sm text-warning-ink">{few}</p>}
      {split === null ? null : <p className="mt-1 text-faint text-xs">{split}</p>}
    </>
  );
}

/** In the colour that it has in the bar. */
function Part({ dot, children }: { dot: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2 rounded-full ${dot}`} />
      <span>{children}</span>
    </li>
  );
}

type ActsProps = {
  acts: ReadinessActs;
  number: number;
  hasVersion: boolean;
  /** Whether the newest version holds all that there is. */
  isBuilt: boolean;
};

function Acts({ acts: { build, train, evaluate, isPending }, number, hasVersion, isBuilt }: ActsProps) {
  return (
    <fieldset aria-label="What to do next" className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
      <Button
        icon={isBuilt ? <Check /> : <Hammer />}
        disabled={build === null || isBuilt}
        pending={isPending}
        aria-keyshortcuts={isBuilt ? undefined : "b"}
        onClick={() => build?.()}
      >
        {isBuilt ? (
          `v${number} is up to date`
        ) : (
          <>
            Build v{number}
            <Key keys="b" />
          </>
        )}
      </Button>
      <Button
        variant="primary"
        icon={<TrendingDown />}
        disabled={train === null}
        pending={isPending}
        aria-keyshortcuts="Control+Enter"
        onClick={() => train?.()}
      >
        Train on v{number}
        <Key keys="mod+enter" />
      </Button>
      <Button
        icon={<FlaskConical />}
        disabled={evaluate === null}
        aria-keyshortcuts="e"
        title={evaluate === null && !hasVersion ? "Build a version first" : undefined}
        onClick={() => evaluate?.()}
      >
        Evaluate
        <Key keys="e" />
      </Button>
    </fieldset>
  );
}

function Key({ keys }: { keys: string }) {
  return (
    <span aria-hidden="true" className="inline-flex opacity-90 max-sm:hidden pointer-coarse:hidden">
      <Kbd keys={keys} />
    </span>
  );
}

function Notes({ notes: { stops, warnings } }: { notes: ReadinessNotes }) {
  if (stops.length + warnings.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <NoteList label="What stops the training" texts={stops} look="bg-danger-tint text-danger-ink" />
      <NoteList label="Notes" texts={warnings} look="bg-warning-tint text-warning-ink" />
    </div>
  );
}

type NoteListProps = { label: string; texts: readonly string[]; look: string };

function NoteList({ label, texts, look }: NoteListProps) {
  if (texts.length === 0) return null;
  return (
    <ul aria-label={label} className={`flex flex-col gap-1 rounded-md p-3 text-sm ${look}`}>
      {texts.map((text) => (
        <li key={text} className="break-words">
          {text}
        </li>
      ))}
    </ul>
  );
}
