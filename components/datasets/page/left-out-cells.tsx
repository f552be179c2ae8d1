import { useCallDetails } from "#components/calls/parts/use-call-details.ts";
import { placeWords } from "#components/datasets/findings/place-words.ts";
import type { RejectionPage } from "#components/datasets/parts/dataset-queries.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { IdChip } from "#components/ui/button/id-chip.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { DatasetVersion } from "#lib/contract/datasets/dataset-versions.ts";
import { REJECTIONS } from "#lib/contract/datasets/rejections.ts";

export type Rejected = RejectionPage["rejections"][number];
type CellProps = { rejected: Rejected; version: DatasetVersion };

const LINK = "rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong";

/** What was left out: a queue's item with the way to it, or a row by its first words and where it stands. */
export function LeftOutItem({ rejected, version }: CellProps) {
  const { entity, project } = useProject();
  const { source, itemId, callId, place, words } = rejected;
  const from = version.recipe.sources[source];
  if (from?.kind !== "queue")
    return (
      <div className="flex min-w-0 flex-col">
        {words === "" ? null : (
          <span className="truncate" title={words}>
            {words}
          </span>
        )}
        {place ? (
          <span className={words === "" ? "truncate" : "truncate text-muted text-xs"}>
            {placeWords(place)}
          </span>
        ) : words === "" ? (
          <IdChip id={itemId} kind="place in the source" />
        ) : null}
      </div>
    );
  const items = projectHref({ entity, project }, "queues", from.queueId, "items");
  return (
    <Link href={`${items}?item=${encodeURIComponent(itemId)}`} title={`Item ${itemId}`} className={LINK}>
      {callId === null ? <ItemId itemId={itemId} /> : <FirstWords callId={callId} itemId={itemId} />}
    </Link>
  );
}

/** Why it was left out; of a duplicate, with the way to the row that it equals. */
export function LeftOutReason({ rejected: { reason, detail, sameAs }, version }: CellProps) {
  if (sameAs)
    return (
      <span className="min-w-0">
        {reason === "duplicate" ? "Same as" : "Nearly the same as"}{" "}
        <SameRow sameAs={sameAs} detail={detail} version={version} />
      </span>
    );
  return (
    <span title={detail} className="min-w-0">
      {REJECTIONS[reason]}
      {detail ? <span className="text-muted">: {detail}</span> : null}
    </span>
  );
}

type SameRowProps = {
  sameAs: NonNullable<Rejected["sameAs"]>;
  detail: string;
  version: DatasetVersion;
};

function SameRow({ sameAs: { position, place }, detail, version }: SameRowProps) {
  const { entity, project } = useProject();
  const where = place ? placeWords(place) : null;
  if (position === null) return <span className="text-muted">{where ?? detail}</span>;
  const rows = projectHref({ entity, project }, "datasets", version.datasetId);
  return (
    <>
      <Link href={`${rows}?version=v${version.number}&row=${position + 1}`} className={LINK}>
        row {formatCount(position + 1)}
      </Link>
      {where === null ? null : <span className="text-muted"> ({where})</span>}
    </>
  );
}

/** What the item asks about is known by its words, and by its id only where it has none. */
function FirstWords({ callId, itemId }: { callId: string; itemId: string }) {
  const details = useCallDetails(callId);
  return details?.question ?? details?.answer ?? <ItemId itemId={itemId} />;
}

function ItemId({ itemId }: { itemId: string }) {
  return `Item ${itemId.slice(-8)}`;
}
