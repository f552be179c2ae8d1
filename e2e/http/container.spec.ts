import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { layOut } from "../../scripts/container/lay-out.ts";
import { aBatchOf, aCall, api } from "../support/requests.ts";
import { newDataDir, processesOf, startService } from "../support/service.ts";

/** The image adds about 200 MB of Debian and Node, and is to stay below 600. */
const MOST_BYTES = 400 * 1024 ** 2;
const NOBODY = 65_534;

test("What an image holds runs as a user who cannot write it, keeps its data elsewhere, and ends well at SIGTERM", {
  tag: "@long",
}, async () => {
  test.setTimeout(120_000);
  const folder = fs.mkdtempSync(path.join(tmpdir(), "spindle-laid-out-"));
  const dataDir = newDataDir();
  try {
    await layOut(folder);
    const files = fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory());
    const sizes = files.map(({ parentPath, name }) => fs.lstatSync(path.join(parentPath, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
    expect(files.filter(({ name }) => /\.test\.tsx?$|\.map$/.test(name))).toEqual([]);
    const places = files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name));
    for (const place of places) fs.chmodSync(place, fs.statSync(place).mode & ~0o222);
    // Others may read it, whatever a temporary folder is made for.
    fs.chmodSync(folder, 0o555);

    const { key } = mintApiKey();
    const settings = { HOME: "/nonexistent", INIT_PROJECT: "acme/support", INIT_API_KEY: key };
    const command = [
      ...asNobody(dataDir),
      "env",
      "-C",
      folder,
      process.execPath,
      "scripts/launch.mjs",
      "start",
    ];
    const service = await startService(settings, dataDir, command);
    const exit = new Promise((resolve) => service.process.once("exit", resolve));
    expect((await api("/api/call/upsert_batch", aBatchOf(aCall()), service.url, key)).status).toBe(200);
    expect(service.output()).not.toContain("The built-in engine does not run");
    const page = await fetch(`${service.url}/sign-in`);
    expect(await page.text()).toContain("Sign in");
    const document = await fetch(`${service.url}/docs/operate`);
    expect(await document.text()).toContain("pg_dump");
    service.process.kill("SIGTERM");
    expect(await exit).toBe(0);
    expect(processesOf(service)).toEqual([]);
  } finally {
    fs.chmodSync(folder, 0o755);
    for (const made of [folder, dataDir]) fs.rmSync(made, { recursive: true, force: true });
  }
});

/** Root may write whatever it likes, and so becomes somebody else; anybody else is one already. */
function asNobody(dataDir: string): string[] {
  if (process.getuid?.() !== 0) return [];
  fs.chownSync(dataDir, NOBODY, NOBODY);
  return ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
}
