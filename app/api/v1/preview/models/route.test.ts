import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/models/models.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { aJobIn, aModel, aModelIn, byBearer, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness, type TestProject } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.createModel, ({ project }) => ({
  entity: project.entity,
  project: project.name,
  name: "refund-agent",
  base_model: "spindle-mini",
  return_existing: false,
  training: { mode: "lora", rank: 4, alpha: 8 },
}));
routeGuarantees(api, contract.listModels, async (place) => {
  await aModelIn(api, place);
  return { project_id: place.project.path, limit: 20 };
});

async function anEngineer(): Promise<{ project: TestProject; caller: Caller }> {
  const project = await api.aProject();
  return { project, caller: byBearer(await api.aCaller(project, "engineer")) };
}

/** The files of all checkpoints of a model, with their sizes. */
async function filesOf(modelId: string): Promise<Record<string, number>> {
  const folder = path.join(env().SPINDLE_DATA_DIR, "checkpoints", modelId);
  const files: Record<string, number> = {};
  for (const checkpoint of await readdir(folder))
    for (const file of await readdir(path.join(folder, checkpoint)))
      files[file] = (await stat(path.join(folder, checkpoint, file))).size;
  return files;
}

test("a model is made as clients ask for it, with nulls, and answers with every field", async () => {
  const { project, caller } = await anEngineer();
  const body = {
    entity: null,
    project: "project",
    name: "agent.v1",
    base_model: "spindle-mini",
    return_existing: true,
    training: null,
  };
  const response = await api.send(caller, { path: "/v1/preview/models", body });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    entity: project.entity,
    project: "project",
    name: "agent.v1",
    base_model: "spindle-mini",
    base_parameters: 2_226_560,
    run_id: null,
    training: { mode: "lora", rank: 8, alpha: 16 },
    created_at: expect.stringMatching(/Z$/),
    created_by: caller.userId,
  });
});

test("a new model has a checkpoint of step 0 whose files are whole and whose hashes are kept", async () => {
  const { caller, model } = await aModel(api);
  const page = await api.call(caller, contract.listCheckpoints, {
    modelId: model.id,
    order: "asc",
    limit: 20,
  });
  expect(page.data).toMatchObject([{ step: 0, metrics: {}, isCorrupt: false }]);
  const files = await filesOf(model.id);
  expect(Object.keys(files).sort()).toEqual(["adapter_config.json", "adapter_model.safetensors"]);
  const row = await api.db.prisma.checkpoint.findFirstOrThrow({ where: { modelId: model.id } });
  const sizes = Object.values(files);
  expect(row.sizeBytes).toBe(BigInt(sizes.reduce((sum, size) => sum + size)));
  for (const [name, size] of Object.entries(files))
    expect(row.files).toHaveProperty([name], {
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      sizeBytes: size,
    });
});

test("a model that is trained in full begins with its base model's own files", async () => {
  const { model } = await aModel(api, { training: { mode: "full" } });
  expect(model.training).toEqual({ mode: "full" });
  const row = await api.db.prisma.checkpoint.findFirstOrThrow({ where: { modelId: model.id } });
  expect(row).toMatchObject({ step: 0, folder: null, files: {} });
});

test("alpha is twice the rank where only the rank is given", async () => {
  const { model } = await aModel(api, { training: { mode: "lora", rank: 3 } });
  expect(model.training).toEqual({ mode: "lora", rank: 3, alpha: 6 });
});

test("a name that is taken is a conflict that no retry helps, and with return_existing it is the answer", async () => {
  const { caller, project, model } = await aModel(api);
  const body = {
    entity: project.entity,
    project: project.name,
    name: model.name,
    base_model: "spindle-mini",
  };
  const refused = await api.send(caller, { path: "/v1/preview/models", body });
  expect(refused.status).toBe(409);
  expect(refused.headers.get("x-should-retry")).toBe("false");
  const same = { ...body, return_existing: true };
  const answer = await api.send(caller, { path: "/v1/preview/models", body: same });
  expect(await answer.json()).toMatchObject({ id: model.id, training: { rank: 8 } });
  const otherwise = { ...same, training: { mode: "full" } };
  expect((await api.send(caller, { path: "/v1/preview/models", body: otherwise })).status).toBe(409);
});

test("of sixteen that make the same model at once, one does, the others are refused, and no files are left over", async () => {
  const { project, caller } = await anEngineer();
  const body = { entity: project.entity, project: project.name, name: "raced", base_model: "spindle-mini" };
  const statuses = await Promise.all(
    Array.from(
      { length: 16 },
      async () => (await api.send(caller, { path: "/v1/preview/models", body })).status,
    ),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(15);
  const rows = await api.db.prisma.checkpoint.findMany({ where: { projectId: project.id } });
  const made = await api.db.prisma.checkpoint.findMany();
  const folders = await readdir(path.join(env().SPINDLE_DATA_DIR, "checkpoints"), { recursive: true });
  expect(rows).toHaveLength(1);
  const withFiles = made.filter(({ folder }) => folder !== null).map(({ id }) => id);
  const kept = folders
    .filter((folder) => /^[^/]+\/[^/]+$/.test(folder))
    .map((folder) => folder.split("/")[1]);
  expect(kept.sort()).toEqual(withFiles.sort());
});

test("sixteen that ask for the same model and take an existing one all get one and the same", async () => {
  const { project, caller } = await anEngineer();
  const body = {
    entity: project.entity,
    project: project.name,
    name: "shared",
    base_model: "spindle-mini",
    return_existing: true,
  };
  const ids = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const response = await api.send(caller, { path: "/v1/preview/models", body });
      return (await response.json()).id;
    }),
  );
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a base model that is not there is a 422 that names those that are", async () => {
  const { project, caller } = await anEngineer();
  const body = { entity: project.entity, project: project.name, name: "x", base_model: "gpt-9" };
  const response = await api.send(caller, { path: "/v1/preview/models", body });
  expect(response.status).toBe(422);
  const [problem] = (await response.json()).detail;
  expect(problem.loc).toEqual(["body", "base_model"]);
  expect(problem.msg).toContain("spindle-mini");
});

test.each([
  ["rank with a model trained in full", { mode: "full", rank: 8 }],
  ["an alpha of zero", { mode: "lora", alpha: 0 }],
  ["a rank of zero", { mode: "lora", rank: 0 }],
  ["another way of training", { mode: "magic" }],
])("%s is a 422", async (_, training) => {
  const { project, caller } = await anEngineer();
  const body = {
    entity: project.entity,
    project: project.name,
    name: "x",
    base_model: "spindle-mini",
    training,
  };
  expect((await api.send(caller, { path: "/v1/preview/models", body })).status).toBe(422);
});

test.each(["../up", "a/b", "a:b", "a@b", "", "a b", "x".repeat(129), "a\u0000b"])(
  "the name %j is a 422",
  async (name) => {
    const { project, caller } = await anEngineer();
    const body = { entity: project.entity, project: project.name, name, base_model: "spindle-mini" };
    expect((await api.send(caller, { path: "/v1/preview/models", body })).status).toBe(422);
  },
);

test.each(["CON", ".hidden", "..", "mоdel", "🙂"])(
  "the odd name %j is kept and names no file",
  async (name) => {
    const { model } = await aModel(api, { name });
    expect(model.name).toBe(name);
    expect(await readdir(path.join(env().SPINDLE_DATA_DIR, "checkpoints"))).toContain(model.id);
  },
);

test("a project that is not there yet is made for an admin of its entity, and for nobody else", async () => {
  const { project, caller } = await anEngineer();
  const body = { entity: project.entity, project: "new-one", name: "x", base_model: "spindle-mini" };
  expect((await api.send(caller, { path: "/v1/preview/models", body })).status).toBe(403);
  await api.db.prisma.entityMember.create({
    data: { entityName: project.entity, userId: caller.userId, isAdmin: true },
  });
  expect((await api.send(caller, { path: "/v1/preview/models", body })).status).toBe(200);
});

test("pages of models hold each once, oldest first, and the last one says so", async () => {
  const { project, caller } = await anEngineer();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push((await aModelIn(api, { project, caller })).id);
  const seen: string[] = [];
  let after = "";
  for (let hasMore = true; hasMore; ) {
    const query = `project_id=${encodeURIComponent(project.path)}&limit=2${after && `&after=${after}`}`;
    const response = await api.send(caller, { method: "GET", path: `/v1/preview/models?${query}` });
    const page = await response.json();
    expect(page.object).toBe("list");
    expect([page.first_id, page.last_id]).toEqual([page.data.at(0).id, page.data.at(-1).id]);
    seen.push(...page.data.map(({ id }: { id: string }) => id));
    ({ has_more: hasMore, last_id: after } = page);
  }
  expect(seen).toEqual(ids);
  const newest = await api.call(caller, contract.listModels, {
    projectId: project.path,
    order: "desc",
    limit: 100,
  });
  expect(newest.data.map(({ id }) => id)).toEqual(ids.toReversed());
});

test("a page begins after its cursor, even if that row has been deleted", async () => {
  const { project, caller } = await anEngineer();
  const made: string[] = [];
  for (let i = 0; i < 3; i++) made.push((await aModelIn(api, { project, caller })).id);
  const [, second = "", third] = made;
  await api.call(caller, contract.deleteModel, { modelId: second });
  const page = await api.call(caller, contract.listModels, {
    projectId: project.path,
    after: second,
    limit: 20,
    order: "asc",
  });
  expect(page.data.map(({ id }) => id)).toEqual([third]);
});

test("an empty page has empty ids, and an unknown or foreign cursor is a 422", async () => {
  const { caller, project } = await anEngineer();
  const path = `/v1/preview/models?project_id=${encodeURIComponent(project.path)}`;
  const empty = await (await api.send(caller, { method: "GET", path })).json();
  expect(empty).toEqual({ object: "list", data: [], first_id: "", last_id: "", has_more: false });
  const foreign = await aModel(api);
  const answers = [];
  for (const after of [newId(), foreign.model.id]) {
    const response = await api.send(caller, { method: "GET", path: `${path}&after=${after}` });
    expect(response.status).toBe(422);
    answers.push(await response.text());
  }
  expect(answers[0]).toBe(answers[1]);
  expect(JSON.parse(answers[0] ?? "").detail[0].loc).toEqual(["query", "after"]);
});

test.each(["0", "101", "abc", "", "1180591620717411303424", "1.0"])(
  "a limit of %j is a 422",
  async (limit) => {
    const { caller } = await anEngineer();
    const response = await api.send(caller, { method: "GET", path: `/v1/preview/models?limit=${limit}` });
    expect(response.status).toBe(422);
  },
);

test("a list shows how far each model is, and without a project those of all one's own projects alone", async () => {
  const { caller, project, model } = await aModel(api);
  const other = await aModel(api);
  await someCheckpoints(api, { model, project }, [1, 2]);
  await aJobIn(api, { model, project }, { state: "queued" });
  await aJobIn(api, { model, project }, { state: "completed" });
  const { data } = await api.call(caller, contract.listModels, { order: "asc", limit: 100 });
  expect(data).toMatchObject([
    { id: model.id, projectId: project.path, latestStep: 2, checkpointCount: 3, unendedJobs: 1 },
  ]);
  expect(data.map(({ id }) => id)).not.toContain(other.model.id);
  const named = { projectId: project.path, name: "another", order: "asc", limit: 5 } as const;
  expect((await api.call(caller, contract.listModels, named)).data).toEqual([]);
});

test("a search finds a part of the name, whatever its case, and takes its signs for nothing but signs", async () => {
  const { project, caller } = await anEngineer();
  for (const name of ["Refund-Agent", "refund_100%", "other"])
    await aModelIn(api, { project, caller }, { name });
  const found = async (search: string) => {
    const { data } = await api.call(caller, contract.listModels, {
      projectId: project.path,
      search,
      order: "asc",
      limit: 20,
    });
    return data.map(({ name }) => name);
  };
  expect(await found("REFUND")).toEqual(["Refund-Agent", "refund_100%"]);
  expect(await found("%")).toEqual(["refund_100%"]);
  expect(await found("_")).toEqual(["refund_100%"]);
});

test("a model has its last job, or none before the first", async () => {
  const place = await aModel(api);
  const read = () => api.call(place.caller, contract.getModel, { modelId: place.model.id });
  expect((await read()).lastJob).toBe(null);
  await aJobIn(api, place, { state: "completed" });
  const last = await aJobIn(api, place, { state: "running" });
  expect((await read()).lastJob).toEqual({ id: last, kind: "sft", state: "running", step: 0 });
});
