import { mkdir, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/platform/env.ts";

/**
 * Where the service keeps files. Tables hold these paths, relative to the data folder, so that the folder can be moved; every name in
 * them is an id of ours, never a caller's word.
 */
export function checkpointPath(modelId: string, checkpointId: string): string {
  return joined("checkpoints", modelId, checkpointId);
}

/** The folder of a model's checkpoints. */
export function checkpointsPath(modelId: string): string {
  return joined("checkpoints", modelId);
}

/** The folder of what a job needs and leaves: its data and its snapshots. */
export function jobPath(jobId: string, ...names: string[]): string {
  return joined("jobs", jobId, ...names);
}

/** A file that a caller uploaded. */
export function uploadedFilePath(fileId: string): string {
  return joined("files", fileId);
}

/** A file that is still arriving; those that no request waits for are remains of a crash. */
export function arrivingPath(id: string): string {
  return joined("arriving", id);
}

/** Where people put models of their own, each in a folder of its name. */
export function ownModelsFolder(): string {
  return path.join(/* turbopackIgnore: true */ root(), "models");
}

/** The absolute path of one that a table holds. */
export function absolutePath(relative: string): string {
  const segments = relative.split("/");
  return path.join(/* turbopackIgnore: true */ root(), joined(...segments));
}

/** As `absolutePath`, with the folder around it made, for its owner alone. Refuses a folder that a link leads out of the data folder. */
export async function preparedPath(relative: string): Promise<string> {
  const absolute = absolutePath(relative);
  const parent = path.dirname(absolute);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const real = await realpath(parent);
  const inside = path.join(await realpath(root()), path.relative(root(), parent));
  if (real !== inside)
    throw new Error(`${parent} points to ${real}, outside the data folder; replace the link with a folder`);
  return absolute;
}

/** Removes a file or a folder with everything in it; what is gone already is as good. */
export async function removeData(relative: string): Promise<void> {
  await rm(absolutePath(relative), { recursive: true, force: true });
}

function root(): string {
  return env().SPINDLE_DATA_DIR;
}

const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

function joined(...segments: string[]): string {
  const wrong = segments.find((segment) => !SEGMENT.test(segment));
  if (wrong !== undefined)
    throw new Error(
      `'${wrong.slice(0, 200)}' cannot be part of a path in the data folder; use an id from Spindle`,
    );
  return segments.join("/");
}
