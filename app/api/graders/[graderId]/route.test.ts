import { expect, test } from "vitest";
import * as contract from "#lib/contract/evaluation/graders.ts";
import { aGraderIn } from "#lib/testing/data/grader-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getGrader, (place) => aGraderIn(api, place));
routeGuarantees(api, contract.updateGrader, async (place) => ({
  ...(await aGraderIn(api, place)),
  description: "Changed",
}));
routeGuarantees(api, contract.archiveGrader, (place) => aGraderIn(api, place));

test("what is not sent does not change", async () => {
  const project = await api.aProject();
  const caller = await api.aCaller(project);
  const at = await aGraderIn(api, { project, caller }, { name: "exact" });
  const input = { projectId: at.project_id, graderId: at.grader_id };
  const before = await api.call(caller, contract.getGrader, input);
  const { grader } = await api.call(caller, contract.updateGrader, { ...input, description: "Changed" });
  expect(grader).toEqual({ ...before.grader, description: "Changed", updatedAt: grader.updatedAt });
  expect(grader.updatedAt.getTime()).toBeGreaterThan(before.grader.updatedAt.getTime());
});
