import { PROJECT_PARAMS } from "#lib/contract/access/projects.ts";
import { ANY_CREDENTIAL, endpoint } from "#lib/contract/endpoint.ts";
import { anyJson, text } from "#lib/contract/fields.ts";
import { wireObject } from "#lib/contract/wire.ts";
import * as z from "#lib/contract/zod.ts";

/**
 * The columns of calls in a table of Parquet, by what they hold. Times have microseconds in UTC. Documents, and the text of an exception, are JSON as
 * text, just as they are kept.
 */
export const CALL_TABLE = {
  texts: [
    "id",
    "trace_id",
    "parent_id",
    "thread_id",
    "turn_id",
    "op_name",
    "display_name",
    "wb_user_id",
    "wb_run_id",
  ],
  times: ["started_at", "ended_at"],
  integers: ["wb_run_step", "wb_run_step_end"],
  documents: ["attributes", "inputs", "output", "exception", "summary", "otel_dump"],
} as const;

/** No year 0: the calendar of the database has none. */
const month: z.Schema<string> = text().check(z.regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/));

export const exportCalls = endpoint({
  operationId: "exportCalls",
  group: "project",
  summary: "Download the calls of a month as a table of Parquet",
  description:
    "The calls that started in `month` (such as `2026-11`, in UTC), in the order of their start, one row each, running ones included. Attributes, inputs, output, exception, summary and span (`otel_dump`) are JSON as text; " +
    "times have microseconds. The import of threads and `npm run import` read the file back: calls keep their ids, times and documents, and those that are there already are not added twice. " +
    "They are then recorded by the person who imports them.",
  method: "GET",
  path: "/projects/{entity}/{project}/calls/export",
  auth: ANY_CREDENTIAL,
  needs: "calls:read",
  projectAt: "{entity}/{project}",
  input: { params: wireObject(PROJECT_PARAMS), query: wireObject({ month }) },
  reply: anyJson,
  downloads: "application/vnd.apache.parquet",
  example: { entity: "local", project: "playground", month: "2026-11" },
});
