import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { refuseUnless } from "#lib/contract/fault.ts";
import {
  dict,
  dictOf,
  enumeration,
  finiteNumber,
  identifier,
  instant,
  integer,
  list,
  oneOf,
  projectId,
  text,
} from "#lib/contract/fields.ts";
import { timeZone } from "#lib/contract/time-zone.ts";
import { maybe, wireObject, withDefault } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { ref } from "./feedback.ts";

export const MAX_STATS_DAYS = 31;
/** The longest path below a payload that statistics take. */
export const MAX_PATH_CHARACTERS = 512;

/** What values are read as: numbers, `true` and `false` as 1 and 0, or any value that is neither a list nor an object. */
export const VALUE_TYPES = ["numeric", "boolean", "categorical"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];
export const AGGREGATIONS = ["sum", "avg", "min", "max", "count", "count_true", "count_false"] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

const percentile = finiteNumber.check(
  refuseUnless((value) => value >= 0 && value <= 100, {
    type: "value_error",
    text: "a percentile must be between 0 and 100",
  }),
);

/** One value of payloads, and what is worked out of it. */
export const FeedbackMetric = wireObject({
  /** Dotted, below the payload: `output.score`. */
  jsonPath: identifier(MAX_PATH_CHARACTERS),
  valueType: withDefault(oneOf(VALUE_TYPES), "numeric"),
  /** What the kind of value suggests where there are none. */
  aggregations: withDefault(list(enumeration(AGGREGATIONS), { max: 20 }), []),
  /** From 0 to 100; of numbers alone. */
  percentiles: withDefault(list(percentile, { max: 20 }), []),
});
export type FeedbackMetric = z.output<typeof FeedbackMetric>;

/** Which feedback counts. */
const selection = {
  projectId,
  start: instant,
  /** Exclusive; now where absent. */
  end: maybe(instant),
  feedbackType: maybe(identifier(256)),
  /** What made the feedback; `:*` in place of a version is any version. */
  triggerRef: maybe(ref),
};
const EXAMPLE_SELECTION = {
  project_id: "local/playground",
  start: "2026-01-05T00:00:00Z",
  end: "2026-01-12T00:00:00Z",
  feedback_type: "wandb.runnable.helpfulness",
};
const reading = {
  group: "project",
  method: "POST",
  auth: ANY_CREDENTIAL,
  needs: "feedback:read",
} as const;

export const getFeedbackStats = endpoint({
  ...reading,
  operationId: "getFeedbackStats",
  summary: "Aggregate values of feedback payloads over time",
  description:
    `Spans ${MAX_STATS_DAYS} days at most. A bucket has its start (\`timestamp\`), the number of feedback entries (\`count\`), and each aggregation as ` +
    "`<aggregation>_<name>`, where the name is the path with underscores for dots and spaces; percentiles are `p50_<name>`. `window_stats` has the same " +
    "over the whole time, by name. Without values, sums and counts are 0 and everything else is null. Percentiles are interpolated. Buckets start where " +
    "the clock of `timezone` shows a multiple of `granularity` (seconds); without one, it depends on the length of the time, and it grows if there would be " +
    "more than 10,000 buckets. A metric without aggregations gets `avg`, `min` and `max` of numbers, `count_true` and `count_false` of " +
    "booleans, and `count` of categories, which have no other. Annotators see only their own feedback.",
  path: "/feedback/stats",
  input: {
    body: wireObject({
      ...selection,
      granularity: maybe(integer({ min: 1, max: MAX_STATS_DAYS * 86_400 })),
      timezone: withDefault(timeZone, "UTC"),
      metrics: withDefault(list(FeedbackMetric, { max: 100 }), []),
    }),
  },
  reply: wireObject({
    start: instant,
    end: instant,
    granularity: integer(),
    timezone: text(),
    buckets: list(dict),
    windowStats: dictOf(dictOf(z.nullable(finiteNumber))),
  }),
  example: {
    ...EXAMPLE_SELECTION,
    granularity: 86_400,
    timezone: "Europe/Berlin",
    metrics: [
      {
        json_path: "output.score",
        value_type: "numeric",
        aggregations: ["avg", "max"],
        percentiles: [50, 95],
      },
    ],
  },
});

export const getFeedbackPayloadSchema = endpoint({
  ...reading,
  operationId: "getFeedbackPayloadSchema",
  summary: "Find the values in feedback payloads",
  description:
    "Reads the newest payloads of each type and origin (`trigger_ref`), and lists the paths that `/feedback/stats` accepts, in order. A path is `numeric` or " +
    "`boolean` if all its values are, else `categorical`. Values inside lists, keys with a dot, and paths that are always null are left out.",
  path: "/feedback/payload_schema",
  input: {
    body: wireObject({
      ...selection,
      /** How many payloads are looked at. */
      sampleLimit: withDefault(integer({ min: 1, max: 5000 }), 2000),
    }),
  },
  reply: wireObject({
    paths: list(wireObject({ jsonPath: text(), valueType: oneOf(VALUE_TYPES) })),
  }),
  example: EXAMPLE_SELECTION,
});
