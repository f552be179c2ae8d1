import { expect, test } from "vitest";
import { getProjectContents } from "#lib/contract/access/projects.ts";
import { aQueueWithItems } from "#lib/testing/data/queue-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, getProjectContents);

test("what a project holds is counted, and nothing of another one", async () => {
  const { project } = await aQueueWithItems(api, 3);
  await aQueueWithItems(api, 2);
  const admin = await api.aCaller(project, "admin");
  const path = `/projects/${project.path}/contents`;
  const response = await api.send(null, { method: "GET", path, headers: api.sessionHeaders(admin) });
  expect(await response.json()).toEqual({
    calls: 3,
    threads: 0,
    feedback: 0,
    queues: 1,
    queue_items: 3,
    models: 0,
    checkpoints: 0,
    training_jobs: 0,
    unended_jobs: 0,
    files: 0,
    bytes: 0,
  });
});
