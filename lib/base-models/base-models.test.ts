import { cp, mkdir, mkdtemp, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overrideSettings } from "#lib/env.ts";
import { findBaseModel, listBaseModels, listUnusableModels } from "./base-models.ts";

const BUNDLED = path.resolve("lib/base-models/spindle-mini");
let data = "";
beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), "spindle-models-"));
  overrideSettings({ SPINDLE_DATA_DIR: data });
});
afterAll(() => rm(data, { recursive: true }));

const namesOf = (models: { name: string }[]) => models.map(({ name }) => name);

/** A model folder below the models; its weights are links to nothing but a name, since only their presence is looked at. */
async function aFolder(name: string): Promise<string> {
  const folder = path.join(data, "models", name);
  await mkdir(folder, { recursive: true });
  for (const file of ["config.json", "tokenizer.json"])
    await cp(path.join(BUNDLED, file), path.join(folder, file));
  await writeFile(path.join(folder, "model.safetensors"), "weights");
  return folder;
}

/** Why a folder is not offered; it is gone afterwards. */
async function reasonFor(name: string): Promise<string | undefined> {
  const found = (await listUnusableModels()).find((model) => model.name === name);
  expect(namesOf(await listBaseModels())).not.toContain(name);
  expect(await findBaseModel(name)).toBe(null);
  await rm(path.join(data, "models", name), { recursive: true });
  return found?.reason;
}

test("without any folder of one's own there is the bundled model", async () => {
  expect(await listBaseModels()).toEqual([
    { name: "spindle-mini", folder: BUNDLED, createdAt: expect.any(Date) },
  ]);
  expect(await findBaseModel("spindle-mini")).toMatchObject({ folder: BUNDLED });
  expect(await listUnusableModels()).toEqual([]);
});

test("each folder of a model is offered under its name, also one below an owner's", async () => {
  await aFolder("tiny-llama.1");
  await aFolder("Owner/Tiny-0.5B");
  await writeFile(path.join(data, "models", "notes.txt"), "no model");
  await mkdir(path.join(data, "models", ".cache"), { recursive: true });
  expect(namesOf(await listBaseModels())).toEqual(["spindle-mini", "Owner/Tiny-0.5B", "tiny-llama.1"]);
  expect(await findBaseModel("Owner/Tiny-0.5B")).toMatchObject({ name: "Owner/Tiny-0.5B" });
  await rm(path.join(data, "models"), { recursive: true });
});

test.each(["../models/x", "..", "/etc", "Owner/../x", "a/b/c", "", ".hidden", "x\u0000"])(
  "the name %j finds nothing",
  async (name) => expect(await findBaseModel(name)).toBe(null),
);

test("a folder that is a link, or holds one, is not offered and says so", async () => {
  const real = await aFolder("real");
  await symlink(real, path.join(data, "models", "linked"));
  expect(await reasonFor("linked")).toContain("link");
  await unlink(path.join(real, "model.safetensors"));
  await symlink(path.join(BUNDLED, "model.safetensors"), path.join(real, "model.safetensors"));
  expect(await reasonFor("real")).toContain("link");
});

test.each(["config.json", "tokenizer.json", "model.safetensors"])(
  "a folder without %s says so",
  async (file) => {
    const folder = await aFolder("partial");
    await unlink(path.join(folder, file));
    expect(await reasonFor("partial")).toContain(`${file}`);
  },
);

test("a model of another family is not offered, and the reason names the field", async () => {
  const folder = await aFolder("other-family");
  await writeFile(
    path.join(folder, "config.json"),
    JSON.stringify({ model_type: "gpt2", architectures: ["GPT2"] }),
  );
  expect(await reasonFor("other-family")).toMatch(/gpt2/i);
});

test("a config that is no JSON is not offered", async () => {
  const folder = await aFolder("broken");
  await writeFile(path.join(folder, "config.json"), "{");
  expect(await reasonFor("broken")).toMatch(/./);
});

test("an own folder never takes the place of the bundled model", async () => {
  await aFolder("spindle-mini");
  expect(await listUnusableModels()).toMatchObject([{ name: "spindle-mini" }]);
  expect((await findBaseModel("spindle-mini"))?.folder).toBe(BUNDLED);
  await rm(path.join(data, "models"), { recursive: true });
});

test("a folder whose name could not be written in a request is not offered", async () => {
  await aFolder("white space");
  expect(await reasonFor("white space")).toContain("rename");
});
