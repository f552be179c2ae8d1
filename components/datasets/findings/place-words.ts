import { formatCount } from "#components/ui/text/format.ts";
import type { RowPlace } from "#lib/contract/datasets/row-place.ts";

/** Of rows that are more than are listed, the first ones: `lines 4 and 7`, `rows 2, 3 and others`; null where nothing is known of any. Several files are named. */
export function placesWords(places: readonly RowPlace[], total: number): string | null {
  const [first] = places;
  if (!first) return null;
  const isOneFile = places.every(({ name }) => name === first.name);
  const listed = [
    ...new Set(places.map((place) => (isOneFile ? formatCount(place.number) : placeWords(place)))),
  ];
  const unit = isOneFile ? `${first.unit}${total === 1 ? "" : "s"} ` : "";
  const last = total > listed.length ? "others" : listed.length > 1 ? listed.pop() : undefined;
  return `${unit}${listed.join(isOneFile ? ", " : "; ")}${last === undefined ? "" : ` and ${last}`}`;
}

/** `dirty rows.jsonl, line 4`; of a version, `answers v2, row 4`. */
export function placeWords({ name, unit, number }: RowPlace): string {
  return `${name.replace(/:(v\d+)$/, " $1")}, ${unit} ${formatCount(number)}`;
}
