import { expect, test } from "vitest";
import type { KeyScope } from "#lib/contract/access.ts";
import * as contract from "#lib/contract/evaluation/grader-trials.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getGraderSecret);

test("the signing secret is that of the project, in the form of Standard Webhooks", async () => {
  const [one, other] = [await api.aProject(), await api.aProject()];
  const secretOf = async (project: typeof one) => {
    const caller = await api.aCaller(project);
    return (await api.call(caller, contract.getGraderSecret, { projectId: project.path })).signingSecret;
  };
  expect(await secretOf(one)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await secretOf(one)).toBe(await secretOf(one));
  expect(await secretOf(one)).not.toBe(await secretOf(other));
});

test("a key that reads or writes learns no secret; one that manages does", async () => {
  const project = await api.aProject();
  const path = `/graders/signing_secret?project_id=${project.path}`;
  const statusOf = async (...scopes: KeyScope[]) =>
    (await api.send(await api.aCaller(project, "engineer", scopes), { method: "GET", path })).status;
  expect([await statusOf("write"), await statusOf("read", "write"), await statusOf("manage")]).toEqual([
    403, 403, 200,
  ]);
});
