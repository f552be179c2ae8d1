import { cp, rm, truncate } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import * as contract from "#lib/contract/models/served-models.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { aModel, aModelIn, byBearer } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { startUpstreamServer } from "#lib/testing/upstream-server.ts";

const api = startHarness();
const woken = Promise.withResolvers<void>();
const sleepy = startUpstreamServer({
  "/v1/models": async (response) => {
    await woken.promise;
    response.end(JSON.stringify({ data: [{ id: "llama" }] }));
  },
});

routeGuarantees(api, contract.listServedModels);

test("base models and the caller's own models are listed as OpenAI's clients read them", async () => {
  const { caller, project, model } = await aModel(api, { name: "agent" });
  await aModel(api, { name: "of-someone-else" });
  const answer = await (await api.send(caller, { method: "GET", path: "/v1/models" })).json();
  const created = Math.floor(model.createdAt.getTime() / 1000);
  expect(answer).toEqual({
    object: "list",
    data: [
      { id: "spindle-mini", object: "model", created: expect.any(Number), owned_by: "spindle" },
      { id: "agent", object: "model", created, owned_by: project.path },
      { id: `wandb-artifact:///${project.path}/agent`, object: "model", created, owned_by: project.path },
    ],
    unusable: [],
  });
});

test("an unusable folder is listed separately, and requests for it get the reason but not its path", async () => {
  const { caller, project } = await aModel(api);
  const folder = path.join(env().SPINDLE_DATA_DIR, "models/broken");
  await cp("lib/models/base-models/spindle-mini", folder, { recursive: true });
  await truncate(path.join(folder, "model.safetensors"), 100_000);
  const { data, unusable } = await api.call(caller, contract.listServedModels, {});
  expect(data.map(({ id }) => id)).not.toContain("broken");
  expect(unusable).toEqual([{ id: "broken", reason: expect.stringMatching(/^model.safetensors: /) }]);
  const reason = unusable[0]?.reason ?? "";
  const chat = { model: "broken", messages: [{ role: "user", content: "hi" }] };
  const { entity, name } = project;
  const model = { entity, project: name, name: "of-broken", base_model: "broken" };
  for (const [status, request] of [
    [404, { path: "/v1/chat/completions", body: chat }],
    [422, { path: "/v1/preview/models", body: model }],
  ] as const) {
    const response = await api.send(caller, request);
    expect(response.status).toBe(status);
    expect(JSON.stringify(await response.json())).toContain(JSON.stringify(reason).slice(1, -1));
  }
  expect(reason).not.toContain(env().SPINDLE_DATA_DIR);
  await rm(folder, { recursive: true });
});

test("a name that two of the caller's projects have, or a base model has, stands under its reference alone", async () => {
  const one = await aModel(api, { name: "twice" });
  const other = await api.aProject();
  await api.db.prisma.projectMember.create({
    data: { projectId: other.id, userId: one.caller.userId, role: "engineer" },
  });
  await aModelIn(api, { project: other, caller: one.caller }, { name: "twice" });
  await aModelIn(api, one, { name: "spindle-mini" });
  const { data } = await api.call(one.caller, contract.listServedModels, {});
  expect(data.map(({ id }) => id)).toEqual([
    "spindle-mini",
    `wandb-artifact:///${one.project.path}/twice`,
    `wandb-artifact:///${other.path}/twice`,
    `wandb-artifact:///${one.project.path}/spindle-mini`,
  ]);
});

test("someone without a project sees base models alone, and so does a key that may read nothing", async () => {
  const { project } = await aModel(api);
  const nobody = byBearer(await api.aCaller());
  const writer = byBearer(await api.aCaller(project, "engineer", ["annotate"]));
  for (const caller of [nobody, writer]) {
    const { data } = await api.call(caller, contract.listServedModels, {});
    expect(data.map(({ id }) => id)).toEqual(["spindle-mini"]);
  }
});

test("the models of an upstream are listed under its name", async () => {
  const caller = byBearer(await api.aCaller());
  await api.db.prisma.upstream.create({
    data: {
      id: newId(),
      name: "nearby",
      baseUrl: "http://127.0.0.1:1/v1",
      models: ["llama", "qwen"],
      allowPrivate: true,
      createdBy: caller.userId,
    },
  });
  const { data } = await api.call(caller, contract.listServedModels, {});
  expect(data.map(({ id, ownedBy }) => [id, ownedBy])).toEqual([
    ["spindle-mini", "spindle"],
    ["nearby/llama", "nearby"],
    ["nearby/qwen", "nearby"],
  ]);
});

test("an upstream that does not answer delays nobody, and its late answer is shown to later callers", async () => {
  const caller = byBearer(await api.aCaller());
  const row = { id: newId(), name: "sleepy", baseUrl: sleepy.url(), allowPrivate: true };
  await api.db.prisma.upstream.create({ data: { ...row, models: [], createdBy: caller.userId } });
  const list = async () => (await api.call(caller, contract.listServedModels, {})).data.map(({ id }) => id);
  expect(await list()).not.toContain("sleepy/llama");
  // It was answered before the upstream was.
  expect(sleepy.openAnswers()).toBe(1);
  woken.resolve();
  await vi.waitUntil(async () => (await list()).includes("sleepy/llama"), { timeout: 15_000 });
  expect(sleepy.seen).toHaveLength(1);
});
