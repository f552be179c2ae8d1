import { formatCount } from "#components/ui/text/format.ts";
import type { RowPlace } from "#lib/contract/datasets/row-place.ts";

/** `dirty rows.jsonl, line 4`; of a version, `answers v2, row 4`. */
export function placeWords({ name, unit, number }: RowPlace): string {
  return `${name.replace(/:(v\d+)$/, " $1")}, ${unit} ${formatCount(number)}`;
}
