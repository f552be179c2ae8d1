import { FIGURE_SHARE, MAX_FIGURE_STEPS } from "#lib/contract/training/figure-steps.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";

/** `figureSteps` for a statement that reads many jobs. */
export function stepsOfFigure(stepsDone: Sql): Sql {
  return sql`least(${MAX_FIGURE_STEPS}::integer, greatest(1, ceil(${stepsDone}::numeric / ${FIGURE_SHARE}::integer)))::integer`;
}
