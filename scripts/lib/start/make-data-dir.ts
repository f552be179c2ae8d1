import fs from "node:fs";
import path from "node:path";
import { WrongSetting } from "#lib/platform/env.ts";

const HINT = "set SPINDLE_DATA_DIR to a folder that this user may write to.";

/** Makes the data folder, open to this user alone. Throws WrongSetting, which says why, where there can be none. */
export function makeDataDir(dataDir: string): void {
  if (fs.statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new WrongSetting(`The data folder ${dataDir} is a file: ${HINT}`);
  try {
    for (const folder of missingFolders(dataDir)) makeFolder(folder);
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK);
    if ((fs.statSync(dataDir).mode & 0o077) !== 0) fs.chmodSync(dataDir, 0o700);
  } catch (error) {
    throw new WrongSetting(`The data folder ${dataDir} cannot be used (${reasonOf(error)}): ${HINT}`);
  }
}

/** The folder and those above it that are not there, the topmost first. Node's own recursive mkdir never ends where a folder refuses others, as /proc does. */
function missingFolders(folder: string): string[] {
  if (fs.existsSync(folder) || folder === path.dirname(folder)) return [];
  return [...missingFolders(path.dirname(folder)), folder];
}

/** Another start may make it at the same time. */
function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!fs.existsSync(folder)) throw error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
