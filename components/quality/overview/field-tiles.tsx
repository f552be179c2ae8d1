import { ENOUGH_PAIRS } from "#components/queues/list/quality-queries.ts";
import { intervalText, numberText, percentText } from "#components/queues/parts/estimate-text.ts";
import { formatCount } from "#components/ui/text/format.ts";
import type { FieldAgreement, Measure } from "#lib/contract/annotation/queue-quality.ts";
import { Tile, Tiles } from "./tile.tsx";

const MEASURES: { [M in Measure]: string } = {
  nominal: "values equal or not",
  ordinal: "values by rank",
  interval: "values by distance",
};

/** How far people agree on one field, each number with what it means. */
export function FieldTiles({ field }: { field: FieldAgreement }) {
  const { items, pairs, percent, cohenKappa, fleissKappa, alpha, measure } = field;
  const interval = intervalText(alpha);
  return (
    <div className="flex flex-col gap-2">
      <Tiles>
        <Tile
          label="Items with two answers or more"
          value={formatCount(items)}
          help={`${formatCount(pairs)} pairs of answers to compare.`}
        />
        <Tile
          label="Match"
          value={percent === null ? "–" : percentText(percent)}
          help="Raw agreement: the share of answer pairs that match, not corrected for chance."
        />
        <Tile
          label="Krippendorff’s α"
          value={
            <>
              {numberText(alpha.value)}{" "}
              {/* In a line of its own, so that a narrow tile breaks it like the text below. */}
              {interval ? <span className="block font-normal text-faint text-xs">{interval}</span> : null}
            </>
          }
          help={`How far people agree beyond chance: 1 is full agreement, 0 is chance; ${MEASURES[measure]}. 0.80 and above is reliable.`}
        />
        <Tile
          label={measure === "nominal" ? "Cohen’s κ" : "Cohen’s κ, weighted"}
          value={numberText(cohenKappa)}
          help={`Chance-corrected agreement, averaged over all pairs of annotators${measure === "nominal" ? "" : "; a difference counts by its square"}.`}
        />
        <Tile
          label={measure === "nominal" ? "Fleiss’ κ" : "Fleiss’ κ, unweighted"}
          value={numberText(fleissKappa)}
          help="All annotators together, over items with the usual number of answers. Values are equal or not, however close."
        />
      </Tiles>
      {pairs > 0 && pairs < ENOUGH_PAIRS ? (
        <p className="text-warning-ink text-sm">
          {formatCount(pairs)} pairs are few, so these numbers may still change a lot. From {ENOUGH_PAIRS} on
          they start to be meaningful.
        </p>
      ) : null}
    </div>
  );
}
