import { expect, test } from "vitest";
import { EVENT_TYPES } from "#components/run/state/live-job.ts";
import { EVENT_FILTERS, eventFilter } from "./event-filters.ts";

test("each kind of event stands under one filter, and an unknown filter shows all", () => {
  const filtered = EVENT_FILTERS.flatMap(({ types }) => types ?? []);
  expect(filtered.toSorted()).toEqual([...EVENT_TYPES].sort());
  expect(eventFilter("nonsense").types).toBeNull();
});
