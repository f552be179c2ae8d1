import { expect, test } from "vitest";
import { createFeedback } from "#lib/contract/traces/feedback.ts";
import { aNote, aReviewer, feedbackRows } from "#lib/testing/data/feedback-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, createFeedback);

test("one item is stored and answered as in a batch", async () => {
  const { project, caller } = await aReviewer(api);
  const response = await api.send(caller, { path: "/feedback/create", body: aNote(project, { id: "one" }) });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    id: "one",
    created_at: expect.any(String),
    wb_user_id: caller.userId,
    svc_user_id: caller.userId,
    payload: { note: "Good answer" },
  });
  expect(await feedbackRows(api, { project, caller })).toHaveLength(1);
});

test("faults name the field without a batch", async () => {
  const { project, caller } = await aReviewer(api);
  const send = async (more: Record<string, unknown>) => {
    const response = await api.send(caller, { path: "/feedback/create", body: aNote(project, more) });
    return [response.status, (await response.json()) as Record<string, unknown>];
  };
  expect(await send({ payload: {} })).toEqual([
    400,
    expect.objectContaining({ reason: expect.stringMatching(/^A note's payload/) }),
  ]);
  expect(await send({ weave_ref: "weave:///other/project/call/1" })).toEqual([
    422,
    { detail: [expect.objectContaining({ loc: ["body", "weave_ref"] })] },
  ]);
  expect(await feedbackRows(api, { project, caller })).toEqual([]);
});

test("other content under a stored id is a conflict", async () => {
  const { project, caller } = await aReviewer(api);
  const item = aNote(project, { id: "one" });
  await api.send(caller, { path: "/feedback/create", body: item });
  const again = await api.send(caller, { path: "/feedback/create", body: item });
  const other = await api.send(caller, { path: "/feedback/create", body: { ...item, creator: "B" } });
  expect([again.status, other.status]).toEqual([200, 409]);
});
