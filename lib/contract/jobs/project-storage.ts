import { PROJECT_PARAMS } from "#lib/contract/access/projects.ts";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { bool, integer, list, oneOf, text } from "#lib/contract/fields.ts";
import { wireObject, withDefault } from "#lib/contract/wire.ts";

/** How wide the bars of growth are: thirty days or twenty-six weeks are shown. */
export const GROWTH_STEPS = ["day", "week"] as const;
export type GrowthStep = (typeof GROWTH_STEPS)[number];

const count = integer({ min: 0 });
/** Rows or files, and the bytes of what they hold. */
const Held = wireObject({ count, bytes: count });

const ProjectStorage = wireObject({
  /** With the bytes of their documents: attributes, inputs, output, summary and span, as text. */
  calls: Held,
  /** False while the worker has yet to count calls of an earlier version: then there are more. */
  isCallCountComplete: bool,
  threads: count,
  feedback: count,
  datasets: count,
  datasetVersions: count,
  /** Of all versions; what is in several versions counts in each. */
  datasetRows: count,
  /** Uploaded files. */
  files: Held,
  /** Files of objects and calls, such as the source of an op. */
  contentFiles: Held,
  checkpoints: Held,
  /** Of what ended training jobs have left on this machine. */
  jobDataBytes: count,
  /** Calls that are here, by the days or weeks (from Monday) in UTC in which they started: the latest ones without a gap, the oldest first. */
  growth: list(wireObject({ start: text(), calls: count, bytes: count })),
  /** The same by months in UTC: those that have calls, the newest first. */
  months: list(wireObject({ month: text(), calls: count, bytes: count })),
});

export const getProjectStorage = endpoint({
  operationId: "getProjectStorage",
  group: "accounts",
  summary: "Sizes of what a project stores, and how its calls grow",
  description:
    "Numbers are exact; those of threads follow new calls by about a second. Bytes are those of documents as text and of files, not what they take on the disk of the database. " +
    "A call without a time in its source counts at the time that was filled in.",
  method: "GET",
  path: "/projects/{entity}/{project}/storage",
  auth: ANY_CREDENTIAL,
  needs: "threads:read",
  projectAt: "{entity}/{project}",
  input: {
    params: wireObject(PROJECT_PARAMS),
    query: wireObject({ by: withDefault(oneOf(GROWTH_STEPS), "day") }),
  },
  reply: ProjectStorage,
  example: { entity: "local", project: "playground", by: "week" },
});
