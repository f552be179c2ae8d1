import { expect, test } from "vitest";
import { getCallStats } from "#lib/contract/traces/calls.ts";
import { aRecorder, recordCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";

const api = startHarness();

/** Whatever is asked beside it is counted call by call. */
const ALWAYS = { $eq: [{ $literal: 1 }, { $literal: 1 }] };

const BOUNDS = [
  "2026-01-01T00:00:01Z",
  "2026-01-01T00:00:01.0000009Z",
  "2026-01-01T00:00:01",
  "2026-01-01",
  "2026-01-01 01:00:01+01:00",
  "2026-01-01T23:59:01+23:59",
  "2025-12-31T08:00:01-16:00",
  "1767225601",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:00:60Z",
  "2026-02-30T00:00:00Z",
  "2026-02-29T00:00:00Z",
  "2026-04-31T12:00:00Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "1969-12-31T23:59:59Z",
  "9999-12-31T23:59:59-23:00",
  "infinity",
  "now",
  "",
];

test.each(BOUNDS)("totals and calls are counted alike by a start of %j", async (bound) => {
  const recorder = await aRecorder(api);
  await recordCalls(api, recorder, [{}, {}, {}]);
  for (const operator of ["$gt", "$gte", "$lt", "$lte"]) {
    const condition = { [operator]: [{ $getField: "started_at" }, { $literal: bound }] };
    const [kept, counted] = [await stats(condition), await stats({ $and: [condition, ALWAYS] })];
    expect(kept, operator).toEqual(counted);
    expect(kept.status, operator).toBe(200);
  }

  async function stats($expr: object) {
    const body = { project_id: recorder.project.path, query: { $expr } };
    const response = await api.send(recorder.caller, { path: getCallStats.path, body });
    return { status: response.status, body: await response.json() };
  }
});
