import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { readDecoderConfig } from "#lib/engine/embedded/files/read-decoder-config.ts";
import { findParameters } from "#lib/engine/embedded/files/read-parameters.ts";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { log } from "#lib/platform/log.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { ownModelsFolder } from "#lib/platform/storage/data-paths.ts";

const verdicts = processWide("usable-folders", () => new Map<string, Verdict>());

/** A model that others are trained from and that may be sampled as it is. */
export type BaseModel = { readonly name: string; readonly folder: string; readonly createdAt: Date };

/** A folder among the models that cannot be offered, and why. */
export type UnusableModel = { readonly name: string; readonly folder: string; readonly reason: string };

/** Ships with the service, so that there is always one. */
export const BUNDLED_MODEL = "spindle-mini";

/**
 * The bundled model and each usable folder below `models` of the data folder, by name. A folder is called `name`, or `owner/name` where
 * it lies one level deeper.
 */
export async function listBaseModels(): Promise<BaseModel[]> {
  const { usable, unusable } = await lookAtFolders();
  for (const model of unusable) warnOnce(model);
  return usable;
}

/** The base model of exactly this name, or null. */
export async function findBaseModel(name: string): Promise<BaseModel | null> {
  const found = await lookFor(name);
  return found && !("reason" in found) ? found : null;
}

/** Why the folder of exactly this name is not offered; null if it is, or if it does not exist. */
export async function whyNotOffered(name: string): Promise<string | null> {
  const found = await lookFor(name);
  return found && "reason" in found ? found.reason : null;
}

/** Folders that people put among the models and that are not offered. */
export async function listUnusableModels(): Promise<UnusableModel[]> {
  return (await lookAtFolders()).unusable;
}

async function lookFor(name: string): Promise<BaseModel | UnusableModel | null> {
  if (!NAME.test(name)) return null;
  return lookAt(name, name === BUNDLED_MODEL ? bundledFolder() : path.join(ownModelsFolder(), name));
}

/** One segment or two, neither of which leads elsewhere. */
const NAME = /^[A-Za-z0-9][\w.-]{0,127}(\/[A-Za-z0-9][\w.-]{0,127})?$/;

function bundledFolder(): string {
  return path.join(/* turbopackIgnore: true */ process.cwd(), "lib/models/base-models", BUNDLED_MODEL);
}

async function lookAtFolders(): Promise<{ usable: BaseModel[]; unusable: UnusableModel[] }> {
  const looked = [await lookAt(BUNDLED_MODEL, bundledFolder())];
  for (const name of await folderNames()) {
    const folder = path.join(ownModelsFolder(), name);
    if (name === BUNDLED_MODEL)
      looked.push({ name, folder, reason: "it has the name of the bundled model; rename the folder" });
    else looked.push(await lookAt(name, folder));
  }
  const found = looked.filter((model) => model !== null);
  return {
    usable: found.filter((model): model is BaseModel => !("reason" in model)),
    unusable: found.filter((model): model is UnusableModel => "reason" in model),
  };
}

/** Names below the folder of own models, sorted; a folder without a config belongs to an owner and contains their models. */
async function folderNames(): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdirOrNone(ownModelsFolder())) {
    const inside = await readdirOrNone(path.join(ownModelsFolder(), name));
    const isOwner = inside.length > 0 && !inside.some((file) => /\.(json|safetensors)$/.test(file));
    names.push(...(isOwner ? inside.map((inner) => `${name}/${inner}`) : [name]));
  }
  return names.filter((name) => !/(^|\/)\./.test(name)).sort();
}

async function readdirOrNone(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (hasCode(error, ["ENOENT", "ENOTDIR"])) return [];
    throw error;
  });
}

/** The model in a folder, or why it is unusable; null if there is no such folder. */
async function lookAt(name: string, folder: string): Promise<BaseModel | UnusableModel | null> {
  const stats = await lstatOrNull(folder);
  if (!stats || stats.isFile()) return null;
  const unusable = (reason: string): UnusableModel => ({ name, folder, reason });
  if (!NAME.test(name))
    return unusable(
      "its name may only have letters, digits, dots, underscores and hyphens; rename the folder",
    );
  if (!stats.isDirectory()) return unusable("it is a link; put the folder itself there");
  const missing = await missingFile(folder);
  if (missing) return unusable(missing);
  const reason = await unusableReason(folder);
  if (reason !== null) return unusable(reason);
  return { name, folder, createdAt: stats.mtime };
}

/** A file is one of several where any of them will do. */
const NEEDED = [
  ["config.json"],
  ["tokenizer.json"],
  ["model.safetensors", "model.safetensors.index.json"],
] as const;

/** Describes the files of a model that are missing or links; null if all are there. */
async function missingFile(folder: string): Promise<string | null> {
  for (const names of NEEDED) {
    const found = [];
    for (const name of names) found.push(await lstatOrNull(path.join(folder, name)));
    if (!found.some((stats) => stats !== null)) return `${names.join(" or ")} is missing`;
    if (!found.some((stats) => stats?.isFile()))
      return `${names[0]} is a link or not a file; put the file itself there`;
  }
  return null;
}

async function lstatOrNull(file: string) {
  return lstat(file).catch((error: unknown) => {
    if (hasCode(error, ["ENOENT", "ENOTDIR"])) return null;
    throw error;
  });
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

const warned = processWide("unusable-models", () => new Set<string>());

function warnOnce({ name, folder, reason }: UnusableModel): void {
  const what = `${folder} ${reason}`;
  if (warned.has(what)) return;
  warned.add(what);
  log.warn({ model: name, folder, reason }, "a model folder is not offered");
}

type Verdict = { readonly signature: string; readonly reason: Promise<string | null> };

/**
 * Why a folder of a model cannot be used, or null. Everything that loading it would trip over is looked at, but for the weights' bytes:
 * their headers say enough. A folder is read once, and again when a file of it has another size or date.
 */
async function unusableReason(folder: string): Promise<string | null> {
  const signature = await signatureOf(folder);
  const known = verdicts.get(folder);
  if (known?.signature === signature) return known.reason;
  const reason = readFully(folder);
  verdicts.set(folder, { signature, reason });
  return reason;
}

async function signatureOf(folder: string): Promise<string> {
  const parts: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const { size, mtimeMs } = await lstat(path.join(folder, name));
    parts.push(`${name} ${size} ${mtimeMs}`);
  }
  return parts.join("\n");
}

async function readFully(folder: string): Promise<string | null> {
  try {
    const config = await readDecoderConfig(folder);
    await findParameters(folder, config);
    const { tokenizer } = await openChatFormat(folder);
    if (tokenizer.vocabSize > config.vocabSize)
      return `tokenizer.json has ids up to ${tokenizer.vocabSize - 1}, and config.json a vocab_size of ${config.vocabSize} only`;
    return null;
  } catch (error) {
    if (error instanceof UnsupportedModel || error instanceof CorruptFiles)
      return withoutPlace(error.message, folder);
    log.warn({ err: error, folder }, "a model folder could not be read");
    return "its files cannot be read; the service's log says why";
  }
}

/** Callers never see the folder's path; only the operator needs it. */
function withoutPlace(message: string, folder: string): string {
  return message.replaceAll(`${folder}${path.sep}`, "").replaceAll(folder, "the folder");
}
