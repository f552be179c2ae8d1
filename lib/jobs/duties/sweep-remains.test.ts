import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { anUploadedFile } from "#lib/testing/data/file-data.ts";
import { aModel } from "#lib/testing/data/model-data.ts";
import { startHarness } from "#lib/testing/harness.ts";
import { sweepRemains } from "./sweep-remains.ts";

const api = startHarness();
const LONG_AGO = new Date("2020-01-01T00:00:00Z");

const inData = (...names: string[]) => path.join(env().SPINDLE_DATA_DIR, ...names);

async function leave(folder: string, name: string): Promise<string> {
  await mkdir(inData(folder), { recursive: true });
  await writeFile(inData(folder, name), "remains");
  return inData(folder, name);
}

test("what no row names is removed once it is old; what a row names, or is new, stays", async () => {
  const place = await aModel(api);
  const file = await anUploadedFile(api, place);
  const { id: checkpointId } = await api.db.prisma.checkpoint.findFirstOrThrow({
    where: { modelId: place.model.id },
  });
  const own = `checkpoints/${place.model.id}`;
  const gone = `checkpoints/${newId()}`;
  const old = [
    await leave("arriving", "broken-off"),
    await leave("files", newId()),
    await leave(own, `.partial-${newId()}`),
    await leave(gone, newId()),
    inData("files", file.id),
    inData(own, checkpointId),
  ];
  for (const entry of old) await utimes(entry, LONG_AGO, LONG_AGO);
  const [arriving, uploaded, written] = [newId(), newId(), `.partial-${newId()}`];
  await leave("arriving", arriving);
  await leave("files", uploaded);
  await leave(own, written);
  for (let times = 0; times < 2; times++) {
    await sweepRemains.run(api.db);
    expect(await readdir(inData("arriving"))).toEqual([arriving]);
    expect((await readdir(inData("files"))).sort()).toEqual([file.id, uploaded].sort());
    expect((await readdir(inData(own))).sort()).toEqual([checkpointId, written].sort());
    expect(await readdir(inData("checkpoints"))).toEqual([place.model.id]);
  }
});

test("a service that has stored nothing yet has nothing to sweep", async () => {
  await expect(sweepRemains.run(api.db)).resolves.toBeUndefined();
});
