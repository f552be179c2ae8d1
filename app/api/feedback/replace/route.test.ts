import { expect, test } from "vitest";
import { replaceFeedback } from "#lib/contract/traces/feedback.ts";
import { aNote, aReviewer, feedbackRows, type Reviewer, storedIds } from "#lib/testing/data/feedback-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, replaceFeedback, {
  prepare: async ({ project, caller }) => {
    const [feedbackId] = await storedIds(api, caller, [aNote(project)]);
    return { ...aNote(project), feedback_id: feedbackId };
  },
  // Feedback of others does not exist for an annotator.
  roles: { annotator: 404 },
});

async function replace(
  { project, caller }: Reviewer,
  feedbackId: string,
  more: Record<string, unknown> = {},
) {
  const body = { ...aNote(project, { payload: { note: "New" }, ...more }), feedback_id: feedbackId };
  const response = await api.send(caller, { path: "/feedback/replace", body });
  return { status: response.status, body: (await response.json()) as { id: string } };
}

test("one row takes the place of another under a new id", async () => {
  const place = await aReviewer(api);
  const [old = ""] = await storedIds(api, place.caller, [aNote(place.project)]);
  const { status, body } = await replace(place, old);
  expect(status).toBe(200);
  const rows = await feedbackRows(api, place);
  expect(rows.map(({ id, payload }) => [id, payload])).toEqual([[body.id, { note: "New" }]]);
  expect(body.id).not.toBe(old);
});

test("a row may be replaced under its own id", async () => {
  const place = await aReviewer(api);
  await storedIds(api, place.caller, [aNote(place.project, { id: "one" })]);
  expect((await replace(place, "one", { id: "one" })).status).toBe(200);
  expect((await feedbackRows(api, place)).map(({ payload }) => payload)).toEqual([{ note: "New" }]);
});

test("the same replacement again is answered again where its sender chose the id", async () => {
  const place = await aReviewer(api);
  await storedIds(api, place.caller, [aNote(place.project, { id: "old" })]);
  const ref = `weave:///${place.project.path}/call/c`;
  const send = () => replace(place, "old", { id: "new", weave_ref: ref });
  const [first, second] = [await send(), await send()];
  expect(second).toEqual(first);
  expect(await feedbackRows(api, place)).toHaveLength(1);
});

test("nothing is deleted where the new row is refused or conflicts", async () => {
  const place = await aReviewer(api);
  await storedIds(api, place.caller, [
    aNote(place.project, { id: "one" }),
    aNote(place.project, { id: "two" }),
  ]);
  expect((await replace(place, "one", { payload: { note: "" } })).status).toBe(400);
  expect((await replace(place, "one", { id: "two" })).status).toBe(409);
  expect((await feedbackRows(api, place)).map(({ id }) => id)).toEqual(["one", "two"]);
});

test("unknown and foreign feedback is not found and stays", async () => {
  const [place, foreign] = [await aReviewer(api), await aReviewer(api)];
  await storedIds(api, foreign.caller, [aNote(foreign.project, { id: "theirs" })]);
  expect((await replace(place, "theirs")).status).toBe(404);
  expect(await feedbackRows(api, foreign)).toHaveLength(1);
  expect(await feedbackRows(api, place)).toEqual([]);
});

test("an annotator replaces their own feedback alone", async () => {
  const place = await aReviewer(api);
  const annotator = { ...place, caller: await api.aCaller(place.project, "annotator") };
  await storedIds(api, place.caller, [aNote(place.project, { id: "theirs" })]);
  await storedIds(api, annotator.caller, [aNote(place.project, { id: "mine" })]);
  expect((await replace(annotator, "theirs")).status).toBe(404);
  expect((await replace(annotator, "mine")).status).toBe(200);
  expect(await feedbackRows(api, place)).toHaveLength(2);
});
