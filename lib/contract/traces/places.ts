import { PROJECT_PARAMS } from "#lib/contract/access/projects.ts";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { bool, integer, label, list, oneOf, text, timestamp } from "#lib/contract/fields.ts";
import { JOB_STATES } from "#lib/contract/training/job-states.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import type * as z from "#lib/contract/zod.ts";

/** What can be gone to, in the order in which it is shown. */
export const PLACE_KINDS = ["queue", "dataset", "model", "job", "thread", "call"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** So many of each kind at most. */
export const MAX_PLACES = 5;

export const Place = wireObject({
  kind: oneOf(PLACE_KINDS),
  id: text(),
  /** What people call it; a job without a name goes by its model, a thread by its id. */
  name: text(),
  /** Of a job: its model, and how far it is. */
  model: maybe(text()),
  state: maybe(oneOf(JOB_STATES)),
  /** Of a thread. */
  turns: maybe(integer()),
  projectId: text(),
  /** The text that was looked for is its whole id. */
  isExact: bool,
  /** When it was made; of a thread, when it last changed. */
  at: timestamp,
});
export type Place = z.output<typeof Place>;

export const findPlaces = endpoint({
  operationId: "findPlaces",
  group: "accounts",
  summary:
    "Find queues, datasets, models, jobs, threads and calls by part of their name or the start of their id",
  description:
    "At most five of each kind: first of this project, then of the caller's other projects. A kind that the caller may not read is left out. Names match by any part, ignoring case; jobs without a name match as `Training of` their model; ids match from four characters, ids of calls from six; threads match by the start of their id. Without `text`, the newest of this project.",
  method: "GET",
  path: "/projects/{entity}/{project}/places",
  auth: ANY_CREDENTIAL,
  needs: "project:read",
  projectAt: "{entity}/{project}",
  input: { params: wireObject(PROJECT_PARAMS), query: wireObject({ text: maybe(label(255)) }) },
  reply: wireObject({ places: list(Place) }),
  example: { entity: "local", project: "playground", text: "refund" },
});
