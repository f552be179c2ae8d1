import { expect, test } from "vitest";
import type { Ctx } from "#lib/access/context.ts";
import type { Role } from "#lib/contract/access.ts";
import { aNote, aReviewer, type Reviewer, storedIds } from "#lib/testing/data/feedback-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { feedbackOfCalls } from "./feedback-of-calls.ts";

const api = startHarness();

function readerOf({ project }: Reviewer, caller: Caller, role: Role): Pick<Ctx, "db" | "actor" | "project"> {
  const { userId, name, email } = caller;
  const actor = { userId, name, email, isInstanceAdmin: false, defaultEntity: project.entity, key: null };
  return { db: api.db, actor, project: { ...project, role } };
}

test("calls come with their feedback, oldest first, and annotators get their own alone", async () => {
  const place = await aReviewer(api);
  const annotator = await api.aCaller(place.project, "annotator");
  const on = (call: string, id: string) =>
    aNote(place.project, { id, weave_ref: `weave:///${place.project.path}/call/${call}` });
  await storedIds(api, place.caller, [on("c1", "a"), on("c1", "b"), on("c2", "c"), on("c3", "d")]);
  await storedIds(api, annotator, [on("c1", "e")]);

  const idsFor = async (caller: Caller, role: Role) => {
    const found = await feedbackOfCalls(readerOf(place, caller, role), ["c1", "c2", "c4"]);
    return Object.fromEntries([...found].map(([call, rows]) => [call, rows.map(({ id }) => id)]));
  };

  expect(await idsFor(place.caller, "engineer")).toEqual({ c1: ["a", "b", "e"], c2: ["c"] });
  expect(await idsFor(annotator, "annotator")).toEqual({ c1: ["e"] });
});
