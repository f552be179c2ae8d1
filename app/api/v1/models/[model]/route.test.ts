import path from "node:path";
import { describe, expect, test } from "vitest";
import { setCheckpointAlias } from "#lib/contract/models/models.ts";
import * as contract from "#lib/contract/models/served-models.ts";
import { newId } from "#lib/platform/ids.ts";
import { ownModelsFolder } from "#lib/platform/storage/data-paths.ts";
import { aModel, aModelIn, byBearer, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.getServedModel);

/** The answer to a name that is written into the path as clients write it. */
async function ask(caller: Caller, name: string) {
  const response = await api.send(caller, { method: "GET", path: `/v1/models/${encodeURIComponent(name)}` });
  return { status: response.status, body: await response.json() };
}

async function idOf(caller: Caller, name: string): Promise<unknown> {
  const { status, body } = await ask(caller, name);
  return status === 200 ? body.id : status;
}

async function anUpstream(by: Caller, models: string[]): Promise<string> {
  const name = `nearby-${newId()}`;
  await api.db.prisma.upstream.create({
    data: {
      id: newId(),
      name,
      baseUrl: "http://127.0.0.1:1/v1",
      models,
      allowPrivate: true,
      createdBy: by.userId,
    },
  });
  return name;
}

test("every name in the list is answered with its record there", async () => {
  const { caller, project } = await aModel(api, { name: "agent" });
  const upstream = await anUpstream(caller, ["llama", "meta/llama"]);
  await writeTinyModel(path.join(ownModelsFolder(), "owner/name"));
  const { data } = await (await api.send(caller, { method: "GET", path: "/v1/models" })).json();
  expect(data.map(({ id }: { id: string }) => id)).toEqual([
    "spindle-mini",
    "owner/name",
    `${upstream}/llama`,
    `${upstream}/meta/llama`,
    "agent",
    `wandb-artifact:///${project.path}/agent`,
  ]);
  for (const record of data)
    expect(await ask(caller, record.id), record.id).toEqual({ status: 200, body: record });
});

test("every other spelling that a completion takes leads to the model's full reference", async () => {
  const place = await aModel(api, { name: "agent" });
  await someCheckpoints(api, place, [1]);
  const { caller, model, project } = place;
  await api.call(caller, setCheckpointAlias, { modelId: model.id, name: "production", step: 1 });
  const reference = `wandb-artifact:///${project.path}/agent`;
  for (const name of [
    `wandb-artifact://${project.path}/agent`,
    `${project.path}/agent`,
    ...[reference, `${project.path}/agent`, "agent"].flatMap((start) =>
      [":latest", ":step1", ":v0", "@1", ":production"].map((end) => start + end),
    ),
  ])
    expect(await idOf(caller, name), name).toBe(reference);
  for (const none of ["agent:step2", "agent:staging", `${reference}@7`, `${project.path}/agen`])
    expect(await idOf(caller, none), none).toBe(404);
});

test("a name of several projects is that of the default entity, or else has to be written in full", async () => {
  const { caller, project } = await aModel(api, { name: "twice" });
  const other = await api.aProject();
  await api.db.prisma.projectMember.create({
    data: { projectId: other.id, userId: caller.userId, role: "engineer" },
  });
  await aModelIn(api, { project: other, caller }, { name: "twice" });
  expect(await idOf(caller, "twice")).toBe(`wandb-artifact:///${project.path}/twice`);
  await api.db.prisma.user.update({ where: { id: caller.userId }, data: { defaultEntity: "none" } });
  expect(await ask(caller, "twice")).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining(`${other.path}/twice`) } },
  });
});

describe("a name that means nothing to the caller is a 404 as OpenAI's clients read it,", () => {
  const refusal = (name: string) => {
    const message = `The model '${name}' does not exist; GET /v1/models lists those that do`;
    const error = { message, type: "invalid_request_error", param: "model", code: "model_not_found" };
    return { status: 404, body: { detail: message, error } };
  };

  test("whether it is nowhere or another tenant's", async () => {
    const [mine, theirs] = [await aModel(api), await aModel(api, { name: "theirs" })];
    const upstream = await anUpstream(mine.caller, ["llama"]);
    for (const name of [
      "nothing",
      "nobody/nothing",
      "theirs",
      `${theirs.project.path}/theirs`,
      `wandb-artifact:///${theirs.project.path}/theirs:step0`,
      `${upstream}/other`,
      "a b",
      "../../etc",
      "%2F",
    ])
      expect(await ask(mine.caller, name), name).toEqual(refusal(name));
  });

  test("a deleted model included", async () => {
    const { caller, project, model } = await aModel(api, { name: "gone" });
    await api.db.prisma.model.update({ where: { id: model.id }, data: { deletedAt: new Date() } });
    expect(await ask(caller, `${project.path}/gone`)).toEqual(refusal(`${project.path}/gone`));
  });
});

test("readers of models may look them up, and an annotator cannot find out which exist", async () => {
  const { project } = await aModel(api, { name: "agent" });
  const reference = `wandb-artifact:///${project.path}/agent`;
  const viewer = byBearer(await api.aCaller(project, "viewer"));
  for (const name of [reference, "agent", `${project.path}/agent:step0`])
    expect((await ask(viewer, name)).status, name).toBe(200);
  const annotator = byBearer(await api.aCaller(project, "annotator"));
  const [real, made] = [await ask(annotator, reference), await ask(annotator, `${reference}-none`)];
  expect(real.status).toBe(403);
  expect(made).toEqual(real);
  expect(await idOf(annotator, "agent")).toBe(404);
});
