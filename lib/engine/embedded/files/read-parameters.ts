import { access } from "node:fs/promises";
import { join } from "node:path";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { readModelJson } from "#lib/engine/port/read-model-json.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import type { DecoderConfig } from "../model/decoder-config.ts";
import {
  HEAD,
  type Parameters,
  parameterShapes,
  type StoredParameters,
  type StoredTensor,
  type Tensor,
} from "../model/parameters.ts";
import { findTensors } from "./safetensors.ts";
import { sharedTensor } from "./shared-tensor.ts";

const WHOLE = "model.safetensors";
const INDEX = "model.safetensors.index.json";

/**
 * Reads the weights of a Hugging Face folder, from one file or from several with an index, as float32 and in the order of
 * `parameterShapes`. While somebody holds them, the next reader is given the same arrays: they are never changed. Throws `UnsupportedModel`, naming
 * tensors, where they are not those of the config.
 */
export async function readParameters(folder: string, config: DecoderConfig): Promise<Parameters> {
  const parameters = new Map<string, Tensor>();
  for (const [name, stored] of await findParameters(folder, config))
    parameters.set(name, await sharedTensor(stored));
  return parameters;
}

/** Finds the weights by the files' headers: throws what `readParameters` would, and reads none. */
export async function findParameters(folder: string, config: DecoderConfig): Promise<StoredParameters> {
  const found = new Map<string, StoredTensor>();
  for (const file of await weightFiles(folder))
    for (const [name, tensor] of await findTensors(join(folder, file))) {
      if (found.has(name)) throw new CorruptFiles(`${folder}: tensor "${name}" is in two files`);
      found.set(name, tensor);
    }
  requireShapes(found, config, folder);
  return takeParameters(found, config);
}

async function weightFiles(folder: string): Promise<string[]> {
  if (await exists(join(folder, WHOLE))) return [WHOLE];
  if (!(await exists(join(folder, INDEX))))
    throw new UnsupportedModel(`${folder} has neither ${WHOLE} nor ${INDEX}`);
  const { weight_map: map } = await readModelJson(join(folder, INDEX));
  if (typeof map !== "object" || map === null)
    throw new CorruptFiles(`${join(folder, INDEX)} has no weight_map`);
  return [...new Set(Object.values(map).map((file: unknown) => requirePlainName(file, folder)))].sort();
}

/** A name from a stranger's index must not lead out of the folder. */
function requirePlainName(file: unknown, folder: string): string {
  if (typeof file === "string" && /^[\w-][\w.-]*\.safetensors$/.test(file)) return file;
  throw new CorruptFiles(
    `${join(folder, INDEX)} names the file ${JSON.stringify(file)}; shards are .safetensors files of the same folder`,
  );
}

/** Exactly the tensors that the config speaks of, each of its shape. */
function requireShapes(
  found: ReadonlyMap<string, { shape: readonly number[] }>,
  config: DecoderConfig,
  folder: string,
): void {
  const shapes = parameterShapes(config);
  const missing = [...shapes.keys()].filter((name) => !found.has(name));
  if (missing.length > 0) throw new UnsupportedModel(`${folder} lacks ${listed(missing)}`);
  const extra = [...found.keys()].filter((name) => !shapes.has(name) && !isIdle(name, config));
  if (extra.length > 0)
    throw new UnsupportedModel(
      `${folder} has tensors that its config.json does not mention: ${listed(extra)}`,
    );
  for (const [name, shape] of shapes) {
    const own = found.get(name)?.shape ?? [];
    if (own.join() !== shape.join())
      throw new UnsupportedModel(
        `${folder}: tensor "${name}" is [${own.join(", ")}]; config.json makes it [${shape.join(", ")}]`,
      );
  }
}

function takeParameters<T>(found: ReadonlyMap<string, T>, config: DecoderConfig): Map<string, T> {
  const parameters = new Map<string, T>();
  for (const name of parameterShapes(config).keys()) {
    const tensor = found.get(name);
    if (tensor) parameters.set(name, tensor);
  }
  return parameters;
}

/** Tensors that some files carry and that `transformers` does not use either: a second copy of a tied head, old RoPE tables. */
function isIdle(name: string, config: DecoderConfig): boolean {
  return (name === HEAD && config.hasTiedHead) || name.endsWith(".rotary_emb.inv_freq");
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
