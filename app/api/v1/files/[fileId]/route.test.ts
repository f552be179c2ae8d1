import { stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/training/files.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { anUploadedFile } from "#lib/testing/data/file-data.ts";
import { aJobIn, aModel } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { type Place, routeGuarantees } from "#lib/testing/route-guarantees.ts";
import { openTrainingFile, trainingFileOf } from "#lib/training/files/open-training-file.ts";

const api = startHarness();

async function fileOf(place: Place): Promise<Record<string, unknown>> {
  return { file_id: (await anUploadedFile(api, place)).id };
}

routeGuarantees(api, contract.getFile, fileOf);
routeGuarantees(api, contract.deleteFile, fileOf);

test("reading a file shows what its upload showed", async () => {
  const place = await aModel(api);
  const file = await anUploadedFile(api, place);
  const response = await api.send(place.caller, { method: "GET", path: `/v1/files/${file.id}` });
  expect(await response.json()).toEqual(file);
});

test("a deleted file is gone from every answer and from the disk, and deleting it again is the same answer", async () => {
  const place = await aModel(api);
  const file = await anUploadedFile(api, place, { artifact: "rows" });
  const onDisk = path.join(env().SPINDLE_DATA_DIR, "files", file.id);
  expect((await stat(onDisk)).size).toBe(file.bytes);
  for (let times = 0; times < 2; times++) {
    const response = await api.send(place.caller, { method: "DELETE", path: `/v1/files/${file.id}` });
    expect(await response.json()).toEqual({ id: file.id, object: "file", deleted: true });
  }
  await expect(stat(onDisk)).rejects.toMatchObject({ code: "ENOENT" });
  for (const suffix of ["", "/content"]) {
    const response = await api.send(place.caller, { method: "GET", path: `/v1/files/${file.id}${suffix}` });
    expect(response.status).toBe(404);
  }
  const { data } = await api.call(place.caller, contract.listFiles, { limit: 20, order: "desc" });
  expect(data).toEqual([]);
  await expect(trainingFileOf(api.db, file.id)).rejects.toMatchObject({
    message: expect.stringContaining("not found"),
  });
});

test("a file that a job still reads is kept until the job has ended", async () => {
  const place = await aModel(api);
  const file = await anUploadedFile(api, place);
  const jobId = await aJobIn(api, place, { state: "queued", source: file.id });
  const refused = await api.send(place.caller, { method: "DELETE", path: `/v1/files/${file.id}` });
  expect([refused.status, refused.headers.get("x-should-retry")]).toEqual([409, "false"]);
  await api.db.prisma.trainingJob.update({ where: { id: jobId }, data: { state: "completed" } });
  const answer = await api.call(place.caller, contract.deleteFile, { fileId: file.id });
  expect(answer.deleted).toBe(true);
});

async function readerOf(userId: string) {
  const user = await api.db.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  const { id, name, email, isInstanceAdmin, defaultEntity } = user;
  return { db: api.db, actor: { userId: id, name, email, isInstanceAdmin, defaultEntity, key: null } };
}

test("a job finds its file by id and by each spelling of an artifact's version", async () => {
  const place = await aModel(api);
  const [v0, v1] = [
    await anUploadedFile(api, place, { artifact: "rows" }),
    await anUploadedFile(api, place, { artifact: "rows" }),
  ];
  const reader = await readerOf(place.caller.userId);
  const artifact = `${place.project.path}/rows`;
  const spellings: [string, string][] = [
    [v0.id, v0.id],
    [`wandb-artifact:///${artifact}:v0`, v0.id],
    [`wandb-artifact://${artifact}:v1`, v1.id],
    [`wandb-artifact:///${artifact}:latest`, v1.id],
    [`wandb-artifact:///${artifact}`, v1.id],
  ];
  for (const [reference, fileId] of spellings)
    expect(await openTrainingFile(reader, reference)).toMatchObject({ fileId, rows: 1, sizeBytes: v0.bytes });
  expect(await trainingFileOf(api.db, v0.id)).toMatchObject({
    path: path.join(env().SPINDLE_DATA_DIR, "files", v0.id),
  });
});

test("another tenant's files are answered like those that do not exist, in every spelling", async () => {
  const [mine, theirs] = [await aModel(api), await aModel(api)];
  const file = await anUploadedFile(api, theirs, { artifact: "rows" });
  const reader = await readerOf(mine.caller.userId);
  const artifact = `wandb-artifact:///${theirs.project.path}/rows`;
  for (const [real, missing] of [
    [file.id, newId()],
    [artifact, `${artifact}-not`],
    [`${artifact}:v0`, `${artifact}:v7`],
  ] as const) {
    const messages: string[] = [];
    for (const reference of [real, missing])
      await openTrainingFile(reader, reference).catch((error: Error) =>
        messages.push(`${error.name} ${error.message.replaceAll(reference, "<file>")}`),
      );
    expect(messages).toEqual([messages[0], messages[0]]);
    expect(messages[0]).toMatch(/^NotFound/);
  }
  for (const odd of [
    "",
    "a\u0000b",
    "\ud800",
    "wandb-artifact:///a/b",
    `wandb-artifact:///${"x/".repeat(5000)}`,
  ])
    await expect(openTrainingFile(reader, odd)).rejects.toMatchObject({ name: "NotFound" });
});
