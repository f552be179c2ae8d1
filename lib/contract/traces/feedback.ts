import { sentUser, USER_NAMES } from "#lib/contract/access/acting-user.ts";
import { ANY_CREDENTIAL, BATCH_BODY_BYTES, endpoint } from "#lib/contract/endpoint.ts";
import {
  anyJson,
  dict,
  dictOf,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  projectId,
  text,
  timestamp,
} from "#lib/contract/fields.ts";
import { Query, sortBy } from "#lib/contract/query.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

export const MAX_NOTE_CHARACTERS = 1024;
export const MAX_PAYLOAD_BYTES = 1024 * 1024;

/** `<scheme>:///<entity>/<project>/<kind>/<name>`, whatever the scheme; written back as `weave:///…`. */
export const ref = identifier(1024).check(
  z.regex(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/\/[^/\s]+\/[^/\s]+\/[a-z_]+\/.+$/),
);

const scorer = {
  scorerTags: maybe(list(identifier(256), { max: 1000 })),
  scorerTagReasons: maybe(dictOf(label(65_536))),
  scorerTagConfidences: maybe(dictOf(finiteNumber)),
  scorerRatings: maybe(dictOf(finiteNumber)),
  scorerRatingReasons: maybe(dictOf(label(65_536))),
  scorerRatingConfidences: maybe(dictOf(finiteNumber)),
};
const span = {
  spanAgentName: maybe(label()),
  spanAgentVersion: maybe(label()),
  spanConversationId: maybe(label()),
  spanTraceId: maybe(label()),
  spanStatusCode: maybe(label()),
  scorerTraceId: maybe(label()),
};

const item = {
  projectId,
  weaveRef: ref,
  feedbackType: identifier(256),
  payload: dict,
  id: maybe(identifier()),
  creator: maybe(label()),
  annotationRef: maybe(ref),
  runnableRef: maybe(ref),
  callRef: maybe(ref),
  triggerRef: maybe(ref),
  queueId: maybe(identifier()),
  ...sentUser,
  ...scorer,
  ...span,
};
/** Both spellings of the fields that clients name differently. */
const ITEM_NAMES = { weave_ref: "tracing_ref", ...USER_NAMES };

/** One piece of feedback on a call or an object, as callers send it. */
export const FeedbackItem = wireObject(item, { aliases: ITEM_NAMES });
export type FeedbackItem = z.output<typeof FeedbackItem>;

const result = { id: text(), createdAt: timestamp, wbUserId: text(), payload: dict };
/** What a caller learns of feedback that was stored: reactions come back with their names filled in. */
export const FeedbackResult = wireObject(result, { aliases: USER_NAMES });
export type FeedbackResult = z.output<typeof FeedbackResult>;

/** The columns of a row of feedback on the wire, in the order in which they are written. */
export const FEEDBACK_FIELDS = [
  "id",
  "project_id",
  "weave_ref",
  "wb_user_id",
  "creator",
  "created_at",
  "feedback_type",
  "payload",
  "annotation_ref",
  "runnable_ref",
  "call_ref",
  "trigger_ref",
  "queue_id",
  "scorer_tags",
  "scorer_tag_reasons",
  "scorer_tag_confidences",
  "scorer_ratings",
  "scorer_rating_reasons",
  "scorer_rating_confidences",
  "span_agent_name",
  "span_agent_version",
  "span_conversation_id",
  "span_trace_id",
  "span_status_code",
  "scorer_trace_id",
] as const;

/** Fields by their second spelling. */
export const FEEDBACK_FIELD_ALIASES = { tracing_ref: "weave_ref", svc_user_id: "wb_user_id" } as const;

/** The whole row, for readers that take one apart; `fields` of a query may leave keys out. */
export type FeedbackRow = {
  id: string;
  project_id: string;
  weave_ref: string;
  wb_user_id: string;
  creator: string | null;
  /** ISO 8601 in UTC. */
  created_at: string;
  feedback_type: string;
  payload: Record<string, unknown>;
  annotation_ref: string | null;
  runnable_ref: string | null;
  call_ref: string | null;
  trigger_ref: string | null;
  queue_id: string | null;
  scorer_tags: string[];
  scorer_tag_reasons: Record<string, string>;
  scorer_tag_confidences: Record<string, number>;
  scorer_ratings: Record<string, number>;
  scorer_rating_reasons: Record<string, string>;
  scorer_rating_confidences: Record<string, number>;
  [column: string]: unknown;
};

const SORTABLE = [...FEEDBACK_FIELDS.filter(isSortable), ...Object.keys(FEEDBACK_FIELD_ALIASES)];

function isSortable(field: string): boolean {
  return field !== "payload" && !/^scorer_(tags|tag_|rating)/.test(field);
}

const EXAMPLE_ITEM = {
  project_id: "local/playground",
  weave_ref: "weave:///local/playground/call/0190f2a4-8c1e-7b3a-9d55-2f6f0c9b1a01",
  feedback_type: "wandb.reaction.1",
  payload: { emoji: "👍" },
};

export const createFeedbackBatch = endpoint({
  operationId: "createFeedbackBatch",
  group: "project",
  summary: "Add several pieces of feedback to calls or objects",
  description:
    "The batch is atomic. An item whose id is already stored gets the first response again if its content is the same; if not, the batch is refused.",
  method: "POST",
  path: "/feedback/batch/create",
  auth: ANY_CREDENTIAL,
  needs: "feedback:write",
  projectAt: "{batch.*.projectId}",
  createsProject: true,
  input: { body: wireObject({ batch: list(FeedbackItem, { max: 10_000 }) }) },
  reply: wireObject({ res: list(FeedbackResult) }),
  statuses: [409],
  idempotent: true,
  maxBodyBytes: BATCH_BODY_BYTES,
  example: { batch: [EXAMPLE_ITEM] },
});

export const createFeedback = endpoint({
  operationId: "createFeedback",
  group: "project",
  summary: "Add one piece of feedback",
  method: "POST",
  path: "/feedback/create",
  auth: ANY_CREDENTIAL,
  needs: "feedback:write",
  createsProject: true,
  input: { body: FeedbackItem },
  reply: FeedbackResult,
  statuses: [409],
  idempotent: true,
  maxBodyBytes: BATCH_BODY_BYTES,
  example: EXAMPLE_ITEM,
});

export const queryFeedback = endpoint({
  operationId: "queryFeedback",
  group: "project",
  summary: "Find feedback",
  description:
    'Rows have the requested fields, or all. `["count(*)"]` returns only their number. Annotators see only their own feedback.',
  method: "POST",
  path: "/feedback/query",
  auth: ANY_CREDENTIAL,
  needs: "feedback:read",
  input: {
    body: wireObject({
      projectId,
      fields: maybe(list(identifier(512), { max: 100 })),
      query: maybe(Query),
      sortBy: maybe(sortBy(SORTABLE, ["payload"])),
      limit: maybe(integer({ min: 0 })),
      offset: maybe(integer({ min: 0 })),
    }),
  },
  reply: wireObject({ result: list(anyJson), totalCount: integer({ min: 0 }) }),
  example: {
    project_id: "local/playground",
    query: { $expr: { $eq: [{ $getField: "feedback_type" }, { $literal: "wandb.note.1" }] } },
    sort_by: [{ field: "created_at", direction: "asc" }],
    limit: 100,
  },
});

export const replaceFeedback = endpoint({
  operationId: "replaceFeedback",
  group: "project",
  summary: "Replace one piece of feedback",
  description: "Annotators can replace only their own feedback.",
  method: "POST",
  path: "/feedback/replace",
  auth: ANY_CREDENTIAL,
  needs: "feedback:write",
  input: { body: wireObject({ ...item, feedbackId: identifier() }, { aliases: ITEM_NAMES }) },
  reply: FeedbackResult,
  statuses: [404, 409],
  idempotent: true,
  maxBodyBytes: BATCH_BODY_BYTES,
  example: { ...EXAMPLE_ITEM, feedback_id: "0190f2a4-8c1e-7b3a-9d55-2f6f0c9b1a02" },
});

export const purgeFeedback = endpoint({
  operationId: "purgeFeedback",
  group: "project",
  summary: "Delete feedback permanently",
  description:
    "Deletes what the query matches, only in this project. A part of the query that names no field is always false, so a query without any field deletes nothing. Annotators, and API keys with only the scope `annotate`, can delete only their own feedback, by id; naming what they see of others is a 403. An item of a queue that loses an answer it needs is open again for its annotator. `X-Purged-Count` has the number of deleted entries.",
  method: "POST",
  path: "/feedback/purge",
  auth: ANY_CREDENTIAL,
  needs: "feedback:purge",
  input: { body: wireObject({ projectId, query: Query }) },
  reply: wireObject({}),
  replyHeaders: { "X-Purged-Count": "purgedCount" },
  example: {
    project_id: "local/playground",
    query: {
      $expr: { $eq: [{ $getField: "id" }, { $literal: "0190f2a4-8c1e-7b3a-9d55-2f6f0c9b1a02" }] },
    },
  },
});
