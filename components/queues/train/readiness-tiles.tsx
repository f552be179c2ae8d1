import { type ReactNode, useState } from "react";
import { CONSENSUS_LABELS } from "#components/datasets/parts/dataset-texts.ts";
import { Tile, Tiles } from "#components/quality/overview/tile.tsx";
import { intervalText, numberText } from "#components/queues/parts/estimate-text.ts";
import { Link } from "#components/ui/button/link.tsx";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import type { BuildOutlook, QueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import { ChangedRows, LabelRows } from "./readiness-lists.tsx";
import {
  balanceHelp,
  balanceText,
  changesText,
  durationText,
  isUpToDate,
  NO_ROW,
  shareText,
} from "./readiness-text.ts";

/** Where the numbers lead. */
export type Places = {
  /** Agreement, and where people differ. */
  quality: string;
  disagreements: string;
  forecast: string;
  /** The rows of the newest version; null before the first. */
  rows: string | null;
  /** Its rows whose prompt has other rows with another label; null where it has none. */
  conflicts: string | null;
  jobs: string;
  /** The items of the queue. */
  items: string;
  /** Of an item of the queue of this id. */
  item: (queueId: string, itemId: string) => string;
};

type ReadinessTilesProps = {
  readiness: QueueReadiness & { build: BuildOutlook };
  forecast: string | null;
  places: Places;
};

/** The numbers by which people judge whether it is time to train, each with what it means and the way to the list of it. */
export function ReadinessTiles({ readiness, forecast, places }: ReadinessTilesProps) {
  const { agreement, build, dataset } = readiness;
  const { expectedWrongShare } = build.counts;
  const [shown, setShown] = useState<List | null>(null);
  return (
    <>
      <Tiles>
        {agreement ? (
          <Tile
            label="Krippendorff’s α"
            value={
              <To href={agreement.value === null ? null : places.quality}>{numberText(agreement.value)}</To>
            }
            help={
              agreement.value === null
                ? "No item has two answers that could differ."
                : `${intervalText(agreement)} How far people agree beyond chance on ${countOf(agreement.items, "item")}: 1 is full agreement, 0.80 and above is reliable.`
            }
          />
        ) : null}
        <Tile
          label="Expected wrong rows"
          value={
            <To href={expectedWrongShare === null ? null : places.disagreements}>
              {expectedWrongShare === null ? "–" : shareText(expectedWrongShare)}
            </To>
          }
          help={
            expectedWrongShare === null
              ? `Only the rule “${CONSENSUS_LABELS.weighted}” of the dataset estimates it.`
              : "How probable it is that people said another value than the true one, on average over the rows."
          }
        />
        <Tile
          label="Balance"
          value={
            build.labels.length > 1 ? (
              <Opens list="labels" shown={shown} onShow={setShown}>
                {balanceText(build.labels)}
              </Opens>
            ) : (
              balanceText(build.labels)
            )
          }
          help={balanceHelp(build.labels, build.counts.train)}
        />
        <TrainingTiles readiness={readiness} places={places} />
        {forecast === null ? null : (
          <Tile
            label="100 more answers"
            value={<To href={places.forecast}>{forecast}</To>}
            help="How often a simple model of words is right about other items, by the power law of its errors."
          />
        )}
        {build.changes ? (
          <Tile
            label={`Since v${build.changes.against}`}
            value={
              isUpToDate(build) ? (
                changesText(build.changes)
              ) : (
                <Opens list="changes" shown={shown} onShow={setShown}>
                  {changesText(build.changes)}
                </Opens>
              )
            }
            help={`Rows added, removed and changed; ${formatCount(build.changes.unchanged)} are the same.`}
          />
        ) : (
          <Tile
            label="Newest version"
            value={dataset.latestVersion ? `v${dataset.latestVersion.number}` : "None yet"}
            {...(dataset.latestVersion ? { help: "Too many items to compare before a build." } : {})}
          />
        )}
      </Tiles>
      {shown === "labels" ? <LabelRows labels={build.labels} /> : null}
      {shown === "changes" ? <ChangedRows build={build} /> : null}
    </>
  );
}

/** What a job on the rows would read, and how long it would take. */
function TrainingTiles({
  readiness: { training, build },
  places,
}: Pick<ReadinessTilesProps, "readiness" | "places">) {
  if (!training || training.problem !== null) return null;
  const { tokens, longestRowTokens, contextLength, isEstimated, seconds, baseModel } = training;
  const count = `${isEstimated ? "about " : ""}${formatCount(tokens)}`;
  const time = durationText(seconds, build.counts.train);
  return (
    <>
      <Tile
        label="Tokens"
        value={<To href={places.rows}>{count}</To>}
        help={`Longest row ${formatCount(longestRowTokens)} of the ${formatCount(contextLength)} that ${baseModel} reads.`}
      />
      <Tile
        label="Training takes"
        value={<To href={time === null ? null : places.jobs}>{time ?? "–"}</To>}
        help={
          build.counts.train === 0
            ? NO_ROW
            : time
              ? "After earlier jobs on the same base model."
              : `Known after the first job on ${baseModel}.`
        }
      />
    </>
  );
}

const NUMBER = "rounded-sm underline decoration-edge underline-offset-4 hover:decoration-current";

/** A number with the way to its list; a dash has none. */
function To({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children;
  return (
    <Link href={href} className={NUMBER}>
      {children}
    </Link>
  );
}

type List = "labels" | "changes";
type OpensProps = {
  list: List;
  shown: List | null;
  onShow: (list: List | null) => void;
  children: ReactNode;
};

/** A number that opens the list of what it counts, below the tiles. */
function Opens({ list, shown, onShow, children }: OpensProps) {
  const isOpen = shown === list;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => onShow(isOpen ? null : list)}
      className={NUMBER}
    >
      {children}
    </button>
  );
}
