import { cp, mkdir, mkdtemp, readFile, rm, symlink, truncate, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overrideSettings } from "#lib/platform/env.ts";
import { writeTinyModel } from "#lib/testing/engines/tiny-model.ts";
import { findBaseModel, listBaseModels, listUnusableModels } from "./base-models.ts";

const BUNDLED = path.resolve("lib/models/base-models/spindle-mini");
let data = "";
let tiny = "";
beforeAll(async () => {
  tiny = path.join(await mkdtemp(path.join(tmpdir(), "spindle-tiny-")), "tiny");
  await writeTinyModel(tiny);
  data = await mkdtemp(path.join(tmpdir(), "spindle-models-"));
  overrideSettings({ SPINDLE_DATA_DIR: data });
});
afterAll(async () => {
  for (const folder of [data, path.dirname(tiny)]) await rm(folder, { recursive: true });
});

const namesOf = (models: { name: string }[]) => models.map(({ name }) => name);

/** A model folder below the models. */
async function aFolder(name: string): Promise<string> {
  const folder = path.join(data, "models", name);
  await mkdir(path.dirname(folder), { recursive: true });
  await cp(tiny, folder, { recursive: true });
  return folder;
}

async function change(
  folder: string,
  file: string,
  by: (json: Record<string, unknown>) => object,
): Promise<void> {
  const json = JSON.parse(await readFile(path.join(folder, file), "utf8"));
  await writeFile(path.join(folder, file), JSON.stringify(by(json)));
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

test.each<[string, RegExp, (folder: string) => Promise<unknown>]>([
  [
    "weights of other shapes",
    /tensor "model.embed_tokens.weight" is \[\d+, \d+\]; config.json makes it/,
    (folder) =>
      change(folder, "config.json", (json) => ({ ...json, hidden_size: 2 * Number(json.hidden_size) })),
  ],
  [
    "weights that are cut short",
    /^model.safetensors/,
    (folder) => truncate(path.join(folder, "model.safetensors"), 40_000),
  ],
  [
    "weights that are not a safetensors file",
    /safetensors/,
    (folder) => writeFile(path.join(folder, "model.safetensors"), "weights"),
  ],
  [
    "no chat template",
    /^the folder has no chat template/,
    (folder) => unlink(path.join(folder, "chat_template.jinja")),
  ],
  [
    "a chat template that cannot be read",
    /the chat template cannot be read/,
    (folder) => writeFile(path.join(folder, "chat_template.jinja"), "{% if %}"),
  ],
  [
    "a tokenizer of another kind",
    /tokenizer.json has a model of type "WordPiece"/,
    (folder) => change(folder, "tokenizer.json", () => ({ model: { type: "WordPiece" } })),
  ],
])(
  "a folder with %s is not offered, and the reason names no place on this machine",
  async (_, reason, spoil) => {
    const folder = await aFolder("spoiled");
    // It was whole when it was looked at first.
    expect(await findBaseModel("spoiled")).not.toBe(null);
    await spoil(folder);
    const shown = await reasonFor("spoiled");
    expect(shown).toMatch(reason);
    expect(shown).not.toContain(data);
  },
);

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
