import { copyFile, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import type OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { exportAdapter } from "#lib/engine/embedded/files/export-adapter.ts";
import { readDecoderConfig } from "#lib/engine/embedded/files/read-decoder-config.ts";
import { writeFolder } from "#lib/engine/embedded/files/write-folder.ts";
import { initialAdapter } from "#lib/engine/embedded/model/adapter.ts";
import { randomNumbers } from "#lib/engine/embedded/runtime/random.ts";
import { newId } from "#lib/platform/ids.ts";
import { absolutePath, checkpointPath, preparedPath } from "#lib/platform/storage/data-paths.ts";
import { ASK, anEngineer, complete } from "#lib/testing/chat-completions.ts";
import { aModelIn } from "#lib/testing/data/model-data.ts";
import { startTestSampler } from "#lib/testing/engines/sampler.ts";
import { startHarness, type TestProject } from "#lib/testing/harness.ts";

const MINI = "lib/models/base-models/spindle-mini";
const SMALL = { mode: "lora", rank: 2, alpha: 4 } as const;
const api = startHarness();
startTestSampler();

describe("a registered model", () => {
  test("answers under all its names, pinned to a step or as its latest, which moves", async () => {
    const { project, caller, client } = await anEngineer(api);
    const { id, name } = await aModelIn(api, { project, caller }, { training: SMALL });
    const full = `wandb-artifact:///${project.path}/${name}`;
    const at = async (model: string) => {
      const completion = await complete(client, { model, temperature: 0 });
      expect(completion.model).toBe(model);
      return { step: completion.system_fingerprint?.split(":step")[1], logprob: firstLogprob(completion) };
    };
    const base = firstLogprob(await complete(client, { temperature: 0 }));
    for (const model of [full, name, `${project.path}/${name}`])
      expect(await at(model)).toEqual({ step: "0", logprob: base });
    await aCheckpoint(project, id, 1);
    const later = await at(full);
    expect(later.step).toBe("1");
    expect(later.logprob).not.toBe(base);
    expect(await at(`${full}:latest`)).toEqual(later);
    expect(await at(`${full}:step1`)).toEqual(later);
    for (const model of [`${full}:step0`, `${full}:v0`, `${name}@0`])
      expect(await at(model)).toEqual({ step: "0", logprob: base });
    await expect(complete(client, { model: `${full}:step2` })).rejects.toMatchObject({ status: 404 });
  });

  test("keeps the weights that it started with, even if `latest` moves", async () => {
    const { project, caller, client } = await anEngineer(api);
    const { id, name } = await aModelIn(api, { project, caller }, { training: SMALL });
    const params = { model: name, max_tokens: 40, ignore_eos: true };
    const alone = await complete(client, params);
    const stream = await client.chat.completions.create({ ...ASK, ...params, stream: true });
    let text = "";
    let isNew = true;
    for await (const chunk of stream) {
      if (isNew) await aCheckpoint(project, id, 1);
      isNew = false;
      text += chunk.choices[0]?.delta.content ?? "";
    }
    expect(text).toBe(alone.choices[0]?.message.content);
    expect((await complete(client, params)).system_fingerprint).toMatch(/:step1$/);
  });

  test("of another tenant is answered as one that does not exist", async () => {
    const [mine, theirs] = [await anEngineer(api), await anEngineer(api)];
    const { name } = await aModelIn(api, theirs, { training: SMALL });
    for (const shape of ["wandb-artifact:///%s", "wandb-artifact:///%s:step0", "%s"]) {
      const refusal = async (which: string) => {
        const model = shape.replace("%s", `${theirs.project.path}/${which}`);
        const error: unknown = await complete(mine.client, { model }).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ status: 404, code: "model_not_found" });
        return error instanceof Error && error.message.replaceAll(which, "<name>");
      };
      expect(await refusal(name)).toBe(await refusal("there-is-no-such-model"));
    }
  });

  test("with a damaged step is a 500 for that step alone, which is not offered again", async () => {
    const { project, caller, client } = await anEngineer(api);
    const { id, name } = await aModelIn(api, { project, caller }, { training: SMALL });
    const folder = await aCheckpoint(project, id, 1);
    const file = path.join(folder, "adapter_model.safetensors");
    const bytes = await readFile(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(file, bytes);
    const refused = complete(client, { model: name });
    await expect(refused).rejects.toMatchObject({ status: 500, type: "server_error" });
    await expect(refused).rejects.not.toThrow(folder);
    expect((await complete(client, { model: name })).system_fingerprint).toMatch(/:step0$/);
    await expect(complete(client, { model: `${name}:step1` })).rejects.toMatchObject({ status: 500 });
    expect((await complete(client)).choices).toHaveLength(1);
  });

  test.each([SMALL, { mode: "full" } as const])(
    "trained as %j whose files are not on this machine is a 503 with a sentence, and answers again once they are back",
    async (training) => {
      const { project, caller, client } = await anEngineer(api);
      const { id, name } = await aModelIn(api, { project, caller }, { training });
      const folder =
        training.mode === "full" ? await aFullCheckpoint(project, id) : await aCheckpoint(project, id, 1);
      await rename(folder, `${folder}-away`);
      const refused = await complete(client, { model: name }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ status: 503, message: expect.stringMatching(/not on this machine/) });
      expect(String(refused)).not.toContain(path.dirname(folder));
      await rename(`${folder}-away`, folder);
      expect((await complete(client, { model: name })).system_fingerprint).toMatch(/:step1$/);
    },
  );
});

/** A checkpoint that is a whole model; gives its folder. */
async function aFullCheckpoint(project: TestProject, modelId: string): Promise<string> {
  const id = newId();
  const folder = checkpointPath(modelId, id);
  const files = await writeFolder(await preparedPath(folder), async (temporary) => {
    for (const file of await readdir(MINI)) await copyFile(path.join(MINI, file), path.join(temporary, file));
  });
  await api.db.prisma.checkpoint.create({
    data: { id, projectId: project.id, modelId, step: 1, folder, files: { ...files } },
  });
  return absolutePath(folder);
}

/** A checkpoint that answers unlike its base model; gives its folder. */
async function aCheckpoint(project: TestProject, modelId: string, step: number): Promise<string> {
  const config = await readDecoderConfig(MINI);
  const random = randomNumbers(step, "test");
  const adapter = initialAdapter(config, { rank: 2, alpha: 4, targets: ["v_proj", "o_proj"], seed: step });
  for (const { b } of adapter.pairs.values())
    for (let i = 0; i < b.data.length; i++) b.data[i] = random() - 0.5;
  const id = newId();
  const folder = checkpointPath(modelId, id);
  const files = await writeFolder(await preparedPath(folder), (temporary) =>
    exportAdapter(temporary, adapter, "spindle-mini"),
  );
  await api.db.prisma.checkpoint.create({
    data: { id, projectId: project.id, modelId, step, folder, files: { ...files } },
  });
  return absolutePath(folder);
}

function firstLogprob({ choices }: OpenAI.ChatCompletion): number | undefined {
  return choices[0]?.logprobs?.content?.[0]?.logprob;
}
