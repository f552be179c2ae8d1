import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { AccountCtx } from "#lib/access/context.ts";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { BaseModelFacts, describeBaseModels as contract } from "#lib/contract/models/base-models.ts";
import { readDecoderConfig } from "#lib/engine/embedded/files/read-decoder-config.ts";
import { parameterShapes } from "#lib/engine/embedded/model/parameters.ts";
import { BUNDLED_MODEL, listBaseModels, listUnusableModels } from "./base-models.ts";

/** The usable ones first, each kind by name. */
export async function describeBaseModels(_: AccountCtx): Promise<ReplyOf<typeof contract>> {
  const usable = (await listBaseModels()).map((model) => ({ ...model, problem: null }));
  const unusable = (await listUnusableModels()).map(({ reason, ...model }) => ({
    ...model,
    createdAt: null,
    problem: reason,
  }));
  return { data: await Promise.all([...usable, ...unusable].map(describe)) };
}

type Found = { name: string; folder: string; createdAt: Date | null; problem: string | null };

async function describe({ name, folder, createdAt, problem }: Found): Promise<BaseModelFacts> {
  return {
    name,
    isBundled: name === BUNDLED_MODEL && problem === null,
    ...(await shapeOf(folder)),
    sizeBytes: await weightBytes(folder),
    problem,
    createdAt,
  };
}

type Shape = Pick<BaseModelFacts, "family" | "parameters" | "contextLength" | "vocabularySize">;
const UNKNOWN: Shape = { family: null, parameters: null, contextLength: null, vocabularySize: null };

/** The facts in the config; an unusable folder may lack a readable one. */
export async function shapeOf(folder: string): Promise<Shape> {
  try {
    const config = await readDecoderConfig(folder);
    const { family, contextLength, vocabSize: vocabularySize } = config;
    const sizes = [...parameterShapes(config).values()].map((shape) => shape.reduce((a, b) => a * b, 1));
    return { family, contextLength, vocabularySize, parameters: sizes.reduce((sum, size) => sum + size, 0) };
  } catch {
    return UNKNOWN;
  }
}

async function weightBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const weights = names.filter((name) => name.endsWith(".safetensors"));
  const sizes = await Promise.all(
    weights.map((name) =>
      stat(path.join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
