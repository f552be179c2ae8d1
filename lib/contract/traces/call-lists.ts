import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import {
  bool,
  finiteNumber,
  identifier,
  integer,
  label,
  list,
  projectId,
  text,
} from "#lib/contract/fields.ts";
import { Query } from "#lib/contract/query.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";
import { CallFilter } from "./call-fields.ts";

const reading = { group: "project", method: "POST", auth: ANY_CREDENTIAL, needs: "calls:read" } as const;

/** What a list shows of a call beside what a query for calls gives. */
export const CallDetails = wireObject({
  id: text(),
  /** What was asked last, in at most 200 characters; null where nothing was recorded. */
  question: z.nullable(text()),
  answer: z.nullable(text()),
  /** The words around `search`, where it is met in the documents and in neither of the two. */
  found: z.nullable(text()),
  tokens: z.nullable(finiteNumber),
  /** Dollars, if the recorded usage contains them. */
  cost: z.nullable(finiteNumber),
  hasError: bool,
  /** Thumbs of people, whatever their skin tone, and all feedback, of any kind. */
  feedback: integer(),
  thumbsUp: integer(),
  thumbsDown: integer(),
  /** That hold the call, by name. */
  queues: list(wireObject({ id: text(), name: text() })),
});
export type CallDetails = z.output<typeof CallDetails>;

export const MAX_DETAILED_CALLS = 200;

export const getCallDetails = endpoint({
  ...reading,
  operationId: "getCallDetails",
  summary: "Describe a few calls",
  description:
    "One element for each named call that exists, in the order of the ids. With `search`, a long question or answer is cut to the first match, ignoring case. Only the last message of very large documents is read.",
  path: "/calls/details",
  input: {
    body: wireObject({
      projectId,
      callIds: list(identifier(), { max: MAX_DETAILED_CALLS }),
      search: maybe(label()),
    }),
  },
  reply: wireObject({ details: list(CallDetails) }),
  example: { project_id: "local/playground", call_ids: ["0199c0de-0000-7000-8000-000000000001"] },
});

export const MAX_DRAWN = 100_000;

export const pickCalls = endpoint({
  ...reading,
  operationId: "pickCalls",
  summary: "List the ids of all calls that match a filter and a query, or of a random sample",
  description:
    "One id per line, oldest first. With `random`, draws a uniform sample of `count` different calls, or all if there are fewer. The same seed over the same calls draws the same ones in the same order.",
  path: "/calls/pick",
  input: {
    body: wireObject({
      projectId,
      filter: maybe(CallFilter),
      query: maybe(Query),
      random: maybe(wireObject({ count: integer({ min: 1, max: MAX_DRAWN }), seed: integer() })),
    }),
  },
  reply: wireObject({ id: text() }),
  streams: true,
  example: {
    project_id: "local/playground",
    filter: { trace_roots_only: true },
    random: { count: 50, seed: 7 },
  },
});
