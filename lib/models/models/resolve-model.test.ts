import path from "node:path";
import { expect, test } from "vitest";
import type { Actor } from "#lib/access/context.ts";
import type { KeyScope } from "#lib/contract/access.ts";
import * as contract from "#lib/contract/models/models.ts";
import { markCorrupt } from "#lib/models/checkpoints/checkpoints.ts";
import { env } from "#lib/platform/env.ts";
import {
  aModel,
  aModelIn,
  byBearer,
  type ModelPlace,
  someCheckpoints,
} from "#lib/testing/data/model-data.ts";
import { type Caller, startHarness } from "#lib/testing/harness.ts";
import { resolveModel } from "./resolve-model.ts";

const api = startHarness();

async function actorOf(
  { userId }: Caller,
  key: { scopes?: KeyScope[]; projectIds?: string[] } | null = null,
): Promise<Actor> {
  const user = await api.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const { id, name, email, isInstanceAdmin, defaultEntity } = user;
  const scopes = key?.scopes ?? (["read", "write"] as const);
  return {
    userId: id,
    name,
    email,
    isInstanceAdmin,
    defaultEntity,
    key: key && { id: "key", scopes, projectIds: key.projectIds ?? [] },
  };
}

/** The step that a name leads to, or the error's name and text with the name taken out. */
async function stepOf(place: ModelPlace, name: string): Promise<number | string> {
  try {
    const found = await resolveModel(api.db, await actorOf(place.caller), name);
    return found.kind === "checkpoint" ? found.checkpoint.step : found.name;
  } catch (error) {
    return error instanceof Error ? `${error.name} ${error.message.replace(name, "<name>")}` : String(error);
  }
}

test("every spelling of a model's name leads to its newest checkpoint, or to the one it pins", async () => {
  const place = await aModel(api, { name: "agent" });
  await someCheckpoints(api, place, [1, 2, 12]);
  const full = `${place.project.path}/agent`;
  for (const name of [`wandb-artifact:///${full}`, `wandb-artifact://${full}`, full, "agent"]) {
    for (const newest of [name, `${name}:latest`]) expect(await stepOf(place, newest), newest).toBe(12);
    for (const pinned of [`${name}:step1`, `${name}:v1`, `${name}@1`])
      expect(await stepOf(place, pinned), pinned).toBe(1);
    expect(await stepOf(place, `${name}:step0`)).toBe(0);
    for (const none of [
      `${name}:step3`,
      `${name}:step99999999999`,
      `${name}:stepx`,
      `${name}:v`,
      `${name}@`,
      `${name}:`,
    ])
      expect(await stepOf(place, none), none).toMatch(/^NotFound/);
  }
});

test("an alias leads to the checkpoint that has it, in every spelling, and a foreign one nowhere", async () => {
  const [place, other] = [await aModel(api, { name: "agent" }), await aModel(api, { name: "other" })];
  await someCheckpoints(api, place, [1, 2]);
  const name = (step: number) =>
    api.call(place.caller, contract.setCheckpointAlias, {
      modelId: place.model.id,
      name: "production",
      step,
    });
  await name(1);
  const full = `${place.project.path}/agent`;
  for (const spelling of [`wandb-artifact:///${full}`, full, "agent"])
    expect(await stepOf(place, `${spelling}:production`), spelling).toBe(1);
  await name(2);
  expect(await stepOf(place, "agent:production")).toBe(2);
  for (const none of ["agent:Production", "agent:productio", `${other.project.path}/other:production`])
    expect(await stepOf(place, none), none).toMatch(/^NotFound/);
});

test("a checkpoint lies over its base model's folder", async () => {
  const { caller, model } = await aModel(api, { name: "agent" });
  const found = await resolveModel(api.db, await actorOf(caller), "agent");
  expect(found).toMatchObject({ kind: "checkpoint", model: { id: model.id, baseModel: "spindle-mini" } });
  expect(found.policy.modelFolder).toBe(path.resolve("lib/models/base-models/spindle-mini"));
  expect(path.dirname(found.policy.adapterFolder ?? "")).toBe(
    path.join(env().SPINDLE_DATA_DIR, "checkpoints", model.id),
  );
});

test("of a model trained in full, step 0 is its base model and later steps are folders of their own", async () => {
  const place = await aModel(api, { name: "agent", training: { mode: "full" } });
  const actor = await actorOf(place.caller);
  const first = await resolveModel(api.db, actor, "agent");
  expect(first.policy).toEqual({
    modelFolder: path.resolve("lib/models/base-models/spindle-mini"),
    adapterFolder: null,
  });
  const [id = ""] = await someCheckpoints(api, place, [1]);
  await api.db.prisma.checkpoint.update({
    where: { id },
    data: { folder: `checkpoints/${place.model.id}/${id}` },
  });
  const { policy } = await resolveModel(api.db, actor, "agent");
  const folder = path.join(env().SPINDLE_DATA_DIR, "checkpoints", place.model.id, id);
  expect(policy).toEqual({ modelFolder: folder, adapterFolder: null });
});

test("a base model's name is the base model, also where a registered one is called the same", async () => {
  const place = await aModel(api, { name: "spindle-mini" });
  expect(await stepOf(place, "spindle-mini")).toBe("spindle-mini");
  expect(await stepOf(place, `${place.project.path}/spindle-mini`)).toBe(0);
});

test("another tenant's models are answered in the words for those that do not exist", async () => {
  const [mine, theirs] = [await aModel(api, { name: "mine" }), await aModel(api, { name: "theirs" })];
  const names = [
    "theirs",
    `${theirs.project.path}/theirs`,
    `wandb-artifact:///${theirs.project.path}/theirs:step0`,
    `${theirs.project.path}/not-there`,
    `${mine.project.path}/not-there`,
    "nobody/nothing/at-all",
    "not-there",
  ];
  const answers = new Set<unknown>();
  for (const name of names) answers.add(await stepOf(mine, name));
  expect([...answers]).toEqual([
    "NotFound The model '<name>' does not exist; GET /v1/models lists those that do",
  ]);
});

test.each([
  "",
  "/",
  "//",
  "a/b",
  "a/b/c/d",
  "wandb-artifact:///",
  "wandb-artifact:///a/b",
  "https://x/y",
  "../../etc",
  "a\u0000b",
  "a/\ud800/c",
  ":",
  "@1",
  " ",
])("the odd name %j leads nowhere", async (name) => {
  expect(await stepOf(await aModel(api), name)).toMatch(/^NotFound/);
});

test("a viewer sees the model and may not sample it, and a key is held to its projects and scopes", async () => {
  const { project, caller } = await aModel(api, { name: "agent" });
  const name = `${project.path}/agent`;
  const viewer = await actorOf(await api.aCaller(project, "viewer"));
  await expect(resolveModel(api.db, viewer, name)).rejects.toMatchObject({ name: "Forbidden" });
  await expect(resolveModel(api.db, viewer, "agent")).rejects.toMatchObject({ name: "NotFound" });
  const reading = await actorOf(caller, { scopes: ["read"] });
  await expect(resolveModel(api.db, reading, name)).rejects.toMatchObject({ name: "Forbidden" });
  const elsewhere = await actorOf(caller, { projectIds: ["another"] });
  for (const either of [name, "agent"])
    await expect(resolveModel(api.db, elsewhere, either)).rejects.toMatchObject({ name: "NotFound" });
});

test("a name that several projects have is that of the default entity, or else has to be written in full", async () => {
  const one = await aModel(api, { name: "twice" });
  const guest = byBearer(await api.aCaller());
  const others = [await api.aProject(), await api.aProject()];
  for (const project of [...others, one.project])
    await api.db.prisma.projectMember.create({
      data: { projectId: project.id, userId: guest.userId, role: "engineer" },
    });
  for (const project of others) await aModelIn(api, { project, caller: guest }, { name: "twice" });
  await expect(resolveModel(api.db, await actorOf(guest), "twice")).rejects.toMatchObject({
    name: "Rejected",
    message: expect.stringContaining(`/twice`),
  });
  const { entity } = one.project;
  await api.db.prisma.user.update({ where: { id: guest.userId }, data: { defaultEntity: entity } });
  const found = await resolveModel(api.db, await actorOf(guest), "twice");
  expect(found).toMatchObject({ model: { id: one.model.id } });
});

test("a damaged checkpoint is passed over by the newest, and refused by name", async () => {
  const place = await aModel(api, { name: "agent" });
  const [, damaged = ""] = await someCheckpoints(api, place, [1, 2]);
  await markCorrupt(api.db, damaged);
  expect(await stepOf(place, "agent")).toBe(1);
  expect(await stepOf(place, "agent:step2")).toMatch(/^Damaged/);
});

test("that a checkpoint is damaged stands once in the audit log, however often it is found", async () => {
  const place = await aModel(api, { name: "agent" });
  const [damaged = ""] = await someCheckpoints(api, place, [1]);
  await Promise.all([markCorrupt(api.db, damaged), markCorrupt(api.db, damaged)]);
  await markCorrupt(api.db, damaged);
  const events = await api.db.prisma.auditEvent.findMany({ where: { action: "checkpoint.corrupt" } });
  expect(events.filter(({ target }) => target === damaged)).toMatchObject([
    { projectId: place.project.id, actorUserId: null, details: { model_id: place.model.id, step: 1 } },
  ]);
});

test("a deleted model and a deleted step are gone", async () => {
  const place = await aModel(api, { name: "agent" });
  await someCheckpoints(api, place, [1]);
  await api.call(place.caller, contract.deleteCheckpoints, { modelId: place.model.id, steps: [0] });
  expect(await stepOf(place, "agent:step0")).toMatch(/^NotFound/);
  expect(await stepOf(place, "agent")).toBe(1);
  await api.call(place.caller, contract.deleteModel, { modelId: place.model.id });
  expect(await stepOf(place, "agent")).toMatch(/^NotFound/);
});
