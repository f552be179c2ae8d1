import { expect, test } from "vitest";
import { pickCalls } from "#lib/contract/traces/call-lists.ts";
import { aRecorder, recordCalls } from "#lib/testing/data/call-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();
routeGuarantees(api, pickCalls);

test("all that match are named, oldest first", async () => {
  const recorder = await aRecorder(api);
  await recordCalls(api, recorder, [{ id: "a" }, { id: "b", op_name: "other" }, { id: "c" }]);
  const body = { project_id: recorder.project.path, filter: { op_names: ["answer"] } };
  const response = await api.send(recorder.caller, { path: "/calls/pick", body });
  expect(await response.text()).toBe('{"id":"a"}\n{"id":"c"}\n');
});

test("a random few are different ones that match, the same for the same seed, and none is preferred", async () => {
  const recorder = await aRecorder(api);
  const ids = Array.from({ length: 20 }, (_, i) => `call-${i}`);
  await recordCalls(api, recorder, [{ id: "no match", op_name: "other" }, ...ids.map((id) => ({ id }))]);
  const draw = async (seed: number, count = 5) => {
    const asked = { projectId: recorder.project.path, filter: { opNames: ["answer"] } };
    const drawn = await api.callAll(recorder.caller, pickCalls, { ...asked, random: { count, seed } });
    return drawn.map(({ id }) => id);
  };
  expect(await draw(7)).toEqual(await draw(7));
  expect((await draw(7, 100)).toSorted()).toEqual(ids.toSorted());
  const times = new Map(ids.map((id) => [id, 0]));
  for (let seed = 0; seed < 60; seed++) {
    const drawn = new Set(await draw(seed));
    expect(drawn.size).toBe(5);
    for (const id of drawn) times.set(id, (times.get(id) ?? 0) + 1);
  }
  // 15 are expected of each; four standard deviations of the binomial distribution are 13.4.
  for (const count of times.values()) expect(Math.abs(count - 15)).toBeLessThan(14);
});
