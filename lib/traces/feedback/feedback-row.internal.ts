import { createHash } from "node:crypto";
import type { Project } from "#lib/access/context.ts";
import { normalizeRef, parseRef } from "#lib/compat/refs/ref.ts";
import { type FeedbackItem, type FeedbackRow, MAX_PAYLOAD_BYTES } from "#lib/contract/traces/feedback.ts";
import { snakeCase } from "#lib/contract/wire.ts";
import { columns, json, of, type RowOf } from "#lib/platform/db/columns.ts";
import { sql } from "#lib/platform/db/sql.ts";
import { Rejected } from "#lib/platform/errors.ts";
import { newId } from "#lib/platform/ids.ts";
import { canonicalJson } from "#lib/platform/json/canonical-json.ts";
import { sanitizeJson } from "#lib/platform/json/sanitize.ts";

/** A row as it goes into the table; JSON columns as text. */
export type NewRow = {
  projectId: string;
  id: string;
  weaveRef: string;
  callId: string | null;
  feedbackType: string;
  payload: string;
  sanitized: string | null;
  creator: string | null;
  annotationRef: string | null;
  runnableRef: string | null;
  callRef: string | null;
  triggerRef: string | null;
  queueId: string | null;
  scorer: string;
  span: string;
  /** SHA-256 in hex of everything that the sender decides, to distinguish a repeat from a conflict. */
  contentHash: string;
};

/** The fields that scorers fill. */
export const SCORER_KEYS = [
  "scorerTags",
  "scorerTagReasons",
  "scorerTagConfidences",
  "scorerRatings",
  "scorerRatingReasons",
  "scorerRatingConfidences",
] as const;

/** The fields that describe a span, with their defaults. */
const SPAN_FIELDS = [
  ["spanAgentName", ""],
  ["spanAgentVersion", ""],
  ["spanConversationId", ""],
  ["spanTraceId", ""],
  ["spanStatusCode", "UNSET"],
  ["scorerTraceId", ""],
] as const;

export function newRow(item: FeedbackItem, project: Project, userId: string): NewRow {
  const payload = JSON.stringify(item.payload);
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES)
    throw new Rejected(
      `Feedback payload too large: at most ${MAX_PAYLOAD_BYTES} bytes as JSON; send a smaller one`,
    );
  const ref = parseRef(item.weaveRef);
  const row = {
    weaveRef: normalizeRef(item.weaveRef),
    callId: ref?.kind === "call" ? ref.name : null,
    feedbackType: item.feedbackType,
    creator: item.creator ?? null,
    annotationRef: refOrNull(item.annotationRef),
    runnableRef: refOrNull(item.runnableRef),
    callRef: refOrNull(item.callRef),
    triggerRef: refOrNull(item.triggerRef),
    queueId: item.queueId ?? null,
    scorer: JSON.stringify(scorerOf(item)),
    span: JSON.stringify(spanOf(item)),
  };
  const contentHash = createHash("sha256")
    .update(canonicalJson([userId, row, item.payload]))
    .digest("hex");
  const place = { projectId: project.id, id: item.id ?? newId() };
  return { ...place, ...row, payload, sanitized: sanitizeJson(payload), contentHash };
}

function refOrNull(text: string | undefined): string | null {
  return text === undefined ? null : normalizeRef(text);
}

function scorerOf(item: FeedbackItem): Record<string, unknown> {
  const given = SCORER_KEYS.filter((key) => Object.keys(item[key] ?? {}).length > 0);
  return Object.fromEntries(given.map((key) => [snakeCase(key), item[key]]));
}

function spanOf(item: FeedbackItem): Record<string, unknown> {
  const given = SPAN_FIELDS.filter(([key, unsaid]) => (item[key] ?? unsaid) !== unsaid);
  return Object.fromEntries(given.map(([key]) => [snakeCase(key), item[key]]));
}

export const STORED_COLUMNS = columns({
  ...of("feedback f", "id", "weaveRef", "callId", "userId", "creator", "createdAt", "feedbackType"),
  payload: json<Record<string, unknown>>(sql`f.payload`),
  ...of("feedback f", "annotationRef", "runnableRef", "callRef", "triggerRef", "queueId"),
  scorer: json<Record<string, unknown>>(sql`f.scorer`),
  span: json<Record<string, unknown>>(sql`f.span`),
});

/** A row as it is read. */
export type StoredRow = RowOf<typeof STORED_COLUMNS>;

/** A stored row on the wire, under the first spelling of each name. */
export function wireRow(row: StoredRow, projectPath: string): FeedbackRow {
  return {
    id: row.id,
    project_id: projectPath,
    weave_ref: row.weaveRef,
    wb_user_id: row.userId,
    creator: row.creator,
    created_at: row.createdAt.toISOString(),
    feedback_type: row.feedbackType,
    payload: row.payload,
    annotation_ref: row.annotationRef,
    runnable_ref: row.runnableRef,
    call_ref: row.callRef,
    trigger_ref: row.triggerRef,
    queue_id: row.queueId,
    ...SCORER_ON_WIRE,
    ...row.scorer,
    ...SPAN_ON_WIRE,
    ...row.span,
  };
}

const SCORER_ON_WIRE: Pick<
  FeedbackRow,
  | "scorer_tags"
  | "scorer_tag_reasons"
  | "scorer_tag_confidences"
  | "scorer_ratings"
  | "scorer_rating_reasons"
  | "scorer_rating_confidences"
> = {
  scorer_tags: [],
  scorer_tag_reasons: {},
  scorer_tag_confidences: {},
  scorer_ratings: {},
  scorer_rating_reasons: {},
  scorer_rating_confidences: {},
};

export const SPAN_ON_WIRE: Readonly<Record<string, string>> = Object.fromEntries(
  SPAN_FIELDS.map(([key, unsaid]) => [snakeCase(key), unsaid]),
);
