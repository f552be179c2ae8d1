import type { TrainingMetrics } from "#lib/contract/training/training-progress.ts";
import { field, float, of } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";

/** A span of a metric, of a statement that reads `training_metric` as `m`. */
export const POINT_COLUMNS = {
  ...of("training_metric m", "name", "span", "first", "last", "count"),
  min: field("training_metric m", "least"),
  max: field("training_metric m", "greatest"),
  mean: float(sql`m.sum / m.count`),
};

type Point = TrainingMetrics["series"][number]["points"][number];
type Row = Omit<Point, "firstStep" | "lastStep"> & { name: string; span: number; count: number };
export type Series = { name: string; points: Point[] };

/**
 * The points of each metric, from rows in the order of their spans, which are `width` steps wide; the last of them may not be whole yet. A metric that not
 * every step has stands for all steps of its span.
 */
export function seriesOf(rows: readonly Row[], { width, steps }: { width: number; steps: number }): Series[] {
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, points]) => ({
    name,
    points: points.map(({ span, count, first, last, min, max, mean }) => ({
      first,
      last,
      min,
      max,
      mean,
      firstStep: span * width + 1,
      lastStep: Math.max(span * width + count, Math.min((span + 1) * width, steps)),
    })),
  }));
}
