import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { CorruptFiles } from "./corrupt-files.ts";
import { isJsonObject } from "./json-object.ts";
import { UnsupportedModel } from "./unsupported-model.ts";

/** Reads a model's file that must hold one JSON object. Throws `UnsupportedModel` where it is missing, `CorruptFiles` where it holds else. */
export async function readModelJson(path: string): Promise<Record<string, unknown>> {
  const value = await findModelJson(path);
  if (value === null) throw new UnsupportedModel(`${dirname(path)} lacks ${basename(path)}`);
  return value;
}

/** The same, or null where there is no such file. */
export async function findModelJson(path: string): Promise<Record<string, unknown> | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Reported below, in words that do not depend on the runtime.
  }
  throw new CorruptFiles(`${path} does not hold a JSON object`);
}
