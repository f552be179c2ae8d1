import { log } from "#lib/platform/log.ts";
import { removeData } from "#lib/platform/storage/data-paths.ts";

/** Removes folders whose rows are gone. What cannot be removed now is found by the next sweep. */
export async function removeFolders(folders: readonly (string | null)[]): Promise<void> {
  for (const folder of folders) {
    if (folder === null) continue;
    await removeData(folder).catch((error: unknown) =>
      log.warn({ err: error, folder }, "files of something deleted are still there"),
    );
  }
}
