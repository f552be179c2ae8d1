import {
  filteredOrigin,
  type ListOrigin,
  MOST_NAMED,
  namedOrigin,
} from "#components/datasets/make/list-origin.ts";
import { asRows } from "#components/feedback/feedback-queries.ts";
import { call } from "#lib/client/call.ts";
import { queryFeedback } from "#lib/contract/traces/feedback.ts";
import { type FeedbackFilters, feedbackSelection, isFiltered } from "./feedback-filters.ts";
import { callIdIn } from "./feedback-sheet.tsx";

type Shown = { projectId: string; userId: string; filters: FeedbackFilters };

/** The calls that the shown feedback is about; a recipe reads calls, so filters of feedback become the names of theirs. */
export async function feedbackOrigin({ projectId, userId, filters }: Shown): Promise<ListOrigin> {
  if (!isFiltered(filters)) return filteredOrigin("feedback", {}, "all calls with feedback");
  const query = feedbackSelection(filters, { now: new Date(), userId });
  const asked = { projectId, fields: ["weave_ref"], limit: MOST_READ, ...(query ? { query } : {}) };
  const { result, totalCount } = await call(queryFeedback, asked);
  const ids = new Set(asRows(result).flatMap(({ weave_ref }) => callIdIn(weave_ref) ?? []));
  if (totalCount > MOST_READ || ids.size > MOST_NAMED)
    return `This is feedback on more calls than the ${MOST_NAMED} that a recipe names. Narrow the list.`;
  return namedOrigin("feedback", [...ids], "");
}

const MOST_READ = 10_000;
