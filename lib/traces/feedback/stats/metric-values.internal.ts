import type { Aggregation, FeedbackMetric, ValueType } from "#lib/contract/traces/feedback-stats.ts";
import { type Sql, sql } from "#lib/platform/db/sql.ts";
import { invalidAt } from "#lib/platform/problem.ts";

/** A metric with the figures to compute from its values. */
export type NamedMetric = {
  /** Among those of the request. */
  readonly place: number;
  readonly name: string;
  readonly path: readonly string[];
  readonly valueType: ValueType;
  readonly figures: readonly Figure[];
};
/** An aggregation or a percentile, and its prefix to the metric's name. */
export type Figure = { readonly key: string } & (
  | { readonly aggregation: Aggregation }
  | { readonly percentile: number }
);

/** Throws `InvalidRequest` for an aggregation that the values do not have, and where two answers would have one name. */
export function namedMetrics(metrics: readonly FeedbackMetric[]): NamedMetric[] {
  const taken = new Set<string>();
  return metrics.map((metric, place) => {
    const { jsonPath, valueType } = metric;
    const name = jsonPath.replaceAll(/[. ]/g, "_");
    const figures = figuresOf(metric, place);
    for (const { key } of figures) {
      const field = `${key}_${name}`;
      if (taken.has(field))
        throw refused([place, "json_path"], `another metric also returns ${field}; request one at a time`);
      taken.add(field);
    }
    return { place, name, path: jsonPath.split("."), valueType, figures };
  });
}

const USUAL: { [T in ValueType]: readonly Aggregation[] } = {
  numeric: ["avg", "min", "max"],
  boolean: ["count_true", "count_false"],
  categorical: ["count"],
};

function figuresOf({ valueType, aggregations, percentiles: given }: FeedbackMetric, place: number): Figure[] {
  const wrong = aggregations.findIndex((one) => valueType === "categorical" && one !== "count");
  if (wrong >= 0)
    throw refused([place, "aggregations", wrong], "categories can only be counted; use count instead");
  const percentiles = valueType === "numeric" ? given : [];
  const wanted = aggregations.length === 0 ? USUAL[valueType] : aggregations;
  return [
    ...[...new Set(wanted)].map((aggregation) => ({ key: aggregation, aggregation })),
    ...[...new Set(percentiles)].map((percentile) => ({ key: `p${percentile}`, percentile })),
  ];
}

function refused(path: (string | number)[], text: string): Error {
  return invalidAt(["body", "metrics", ...path], { type: "value_error", text });
}

/** The value of a metric in a payload, which is jsonb, as a number; null if there is none of its type. */
export function valueIn(payload: Sql, { path, valueType }: NamedMetric): Sql {
  const value = sql`(${payload} #> ${[...path]}::text[])`;
  switch (valueType) {
    case "numeric":
      return sql`(case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end)`;
    case "boolean":
      return sql`(case ${value} when 'true'::jsonb then 1 when 'false'::jsonb then 0 end)::numeric`;
    case "categorical":
      return sql`(case when jsonb_typeof(${value}) in ('string', 'number', 'boolean') then 1 end)::numeric`;
    default:
      return valueType satisfies never;
  }
}
