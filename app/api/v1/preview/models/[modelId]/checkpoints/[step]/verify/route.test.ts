import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/models/models.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { aModel, aModelIn, byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.verifyCheckpoint, async (place) => ({
  model_id: (await aModelIn(api, place)).id,
  step: 0,
}));

test("changed files take a step out of service, missing ones leave it as it was, and whole ones bring it back", async () => {
  const { model, project } = await aModel(api);
  const caller = byBearer(await api.aCaller(project, "admin"));
  const ask = async () => {
    const url = `/v1/preview/models/${model.id}/checkpoints/0/verify`;
    const response = await api.send(caller, { method: "POST", path: url });
    expect(response.status).toBe(200);
    return response.json();
  };
  const isLatest = async () =>
    (await api.call(caller, contract.getModel, { modelId: model.id })).latestStep === 0;
  const where = { modelId_step: { modelId: model.id, step: 0 } };
  const { folder } = await api.db.prisma.checkpoint.findUniqueOrThrow({ where });
  const file = path.join(absolutePath(folder ?? ""), "adapter_model.safetensors");
  const bytes = await readFile(file);
  expect(await ask()).toMatchObject({ step: 0, is_corrupt: false, finding: "whole" });

  await writeFile(file, Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]));
  expect(await ask()).toMatchObject({ is_corrupt: true, finding: "changed" });
  expect(await isLatest()).toBe(false);

  await rename(file, `${file}.away`);
  const missing = await ask();
  expect(missing).toMatchObject({ is_corrupt: true, finding: "missing" });
  expect(missing.detail).not.toContain(path.dirname(file));

  await mkdir(file);
  expect(await ask()).toMatchObject({ is_corrupt: true, finding: "changed" });
  await rm(file, { recursive: true });

  await writeFile(file, bytes);
  expect(await ask()).toMatchObject({ is_corrupt: false, finding: "whole" });
  expect(await isLatest()).toBe(true);
  const events = await api.db.prisma.auditEvent.findMany({ where: { action: "checkpoint.verified" } });
  expect(events.map(({ details }) => details)).toContainEqual({ model_id: model.id, step: 0 });
});
