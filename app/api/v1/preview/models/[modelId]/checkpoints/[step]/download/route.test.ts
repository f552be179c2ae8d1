import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import * as contract from "#lib/contract/models/models.ts";
import { absolutePath } from "#lib/platform/storage/data-paths.ts";
import { aModel, aModelIn, type ModelPlace, someCheckpoints } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { routeGuarantees } from "#lib/testing/route-guarantees.ts";

const api = startHarness();

routeGuarantees(api, contract.downloadCheckpoint, async (place) => ({
  model_id: (await aModelIn(api, place)).id,
  step: 0,
}));

const download = ({ caller, model }: ModelPlace, step: number) =>
  api.send(caller, { method: "GET", path: `/v1/preview/models/${model.id}/checkpoints/${step}/download` });

async function folderOf({ model }: ModelPlace): Promise<string> {
  const { folder } = await api.db.prisma.checkpoint.findFirstOrThrow({
    where: { modelId: model.id, step: 0 },
  });
  return absolutePath(folder ?? "");
}

/** The files of a folder by name. */
async function filesIn(folder: string): Promise<Record<string, Buffer>> {
  const names = (await readdir(folder)).sort();
  const files = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
  return Object.fromEntries(names.map((name, at) => [name, files[at] ?? Buffer.alloc(0)]));
}

test("a checkpoint comes as an archive that tar unpacks into its very files", async () => {
  const place = await aModel(api, { name: "agent—7" });
  const response = await download(place, 0);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/x-tar",
    "content-disposition": "attachment; filename*=UTF-8''agent%E2%80%947-step0.tar",
  });
  const target = await mkdtemp(path.join(tmpdir(), "spindle-tar-"));
  const archive = path.join(target, "archive.tar");
  await writeFile(archive, Buffer.from(await response.arrayBuffer()));
  execFileSync("tar", ["-xf", archive, "-C", target]);
  const unpacked = await filesIn(path.join(target, "step0"));
  expect(Object.keys(unpacked)).toEqual(["adapter_config.json", "adapter_model.safetensors"]);
  expect(unpacked).toEqual(await filesIn(await folderOf(place)));
  await rm(target, { recursive: true });
});

test("a step that is not there is a 404, and a base without files of its own says why it has none", async () => {
  const place = await aModel(api, { training: { mode: "full" } });
  expect((await download(place, 3)).status).toBe(404);
  const refused = await download(place, 0);
  expect(refused.status).toBe(409);
  expect((await refused.json()).detail).toContain("base model spindle-mini");
});

test("a file that is gone is a 503, and the step stays in service", async () => {
  const place = await aModel(api);
  await rm(path.join(await folderOf(place), "adapter_config.json"));
  const refused = await download(place, 0);
  expect([refused.status, (await refused.json()).detail]).toEqual([
    503,
    expect.stringMatching(/not on this/),
  ]);
  expect(
    await api.db.prisma.checkpoint.count({ where: { corruptAt: { not: null }, modelId: place.model.id } }),
  ).toBe(0);
});

test("a file that is shorter or longer is refused before the first byte and takes the step out of service", async () => {
  const place = await aModel(api);
  await someCheckpoints(api, place, [1]);
  await appendFile(path.join(await folderOf(place), "adapter_config.json"), " ");
  for (const _ of [1, 2]) expect((await download(place, 0)).status).toBe(409);
  const path_ = `/v1/preview/models/${place.model.id}/checkpoints`;
  const { data } = await (await api.send(place.caller, { method: "GET", path: path_ })).json();
  expect(data.map((row: { is_corrupt: boolean }) => row.is_corrupt)).toEqual([true, false]);
});

test("a file whose bytes have changed breaks the download off, so that nobody takes it for whole", async () => {
  const place = await aModel(api);
  const file = path.join(await folderOf(place), "adapter_model.safetensors");
  const bytes = await readFile(file);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(file, bytes);
  await expect(download(place, 0).then((response) => response.arrayBuffer())).rejects.toThrow();
  expect((await download(place, 0)).status).toBe(409);
});
