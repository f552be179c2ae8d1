import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/graders.ts";
import { aGraderIn } from "#lib/testing/data/grader-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.queryGraders, async (place) => {
  const { project_id } = await aGraderIn(api, place);
  return { project_id, name: "", type: "string_check" };
});

test("a list keeps what is asked for; an archived grader leaves it and can be restored under a new name", async () => {
  const project = await api.aProject();
  const place = { project, caller: await api.aCaller(project) };
  const { project_id: projectId, grader_id: graderId } = await aGraderIn(api, place, { name: "Exact_1" });
  await aGraderIn(api, place, { name: "exactX1", grader: { type: "spindle.json_schema", schema: {} } });
  const names = async (input: Partial<Parameters<typeof api.call<typeof contract.queryGraders>>[2]>) => {
    const found = await api.call(place.caller, contract.queryGraders, {
      projectId,
      limit: 50,
      offset: 0,
      ...input,
    });
    return [found.graders.map(({ name }) => name), found.totalCount];
  };
  expect(await names({})).toEqual([["exactX1", "Exact_1"], 2]);
  expect(await names({ name: "T_1" })).toEqual([["Exact_1"], 1]);
  expect(await names({ type: "spindle.json_schema" })).toEqual([["exactX1"], 1]);
  await api.call(place.caller, contract.archiveGrader, { projectId, graderId });
  expect(await names({ isArchived: false })).toEqual([["exactX1"], 1]);
  await api.call(place.caller, contract.updateGrader, {
    projectId,
    graderId,
    isArchived: false,
    name: "again",
  });
  expect(await names({ isArchived: false })).toEqual([["again", "exactX1"], 2]);
  const taken = api.call(place.caller, contract.updateGrader, { projectId, graderId, name: "exactX1" });
  await expect(taken).rejects.toMatchObject({ status: 409, code: "name_taken" });
});
