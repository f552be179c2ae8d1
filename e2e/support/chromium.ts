import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type LaunchOptions, chromium as playwrightChromium } from "@playwright/test";
import { sharedMemory } from "#lib/testing/shared-memory.ts";

/** Where Debian and its kin keep a Chromium of their own. */
const SYSTEM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser to test with: one that is named, the system's, Playwright's own, or the one that npm installed. */
export async function browserLaunchOptions(): Promise<LaunchOptions> {
  const candidates = [process.env.PLAYWRIGHT_CHROMIUM, ...SYSTEM_PATHS, playwrightChromium.executablePath()];
  const executablePath = candidates.find((file) => file && fs.existsSync(file));
  // Chromium's own sandbox needs privileges that containers and root do not give it; it opens our own pages only.
  const options = executablePath ? { executablePath, args: ["--no-sandbox"] } : await npmBrowser();
  // Playwright sends what its processes share, such as each frame, to files on the disk, because containers may have little memory for it.
  return sharedMemory() === null ? options : { ...options, ignoreDefaultArgs: ["--disable-dev-shm-usage"] };
}

/** Unpacks the packaged Chromium with the libraries and fonts it needs, unless an earlier run has. */
async function npmBrowser(): Promise<LaunchOptions> {
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  const executablePath = await chromium.executablePath();
  const libraries = path.join(tmpdir(), "al2023", "lib");
  if (!fs.existsSync(libraries))
    await inflate(path.resolve("node_modules/@sparticuz/chromium/bin/al2023.tar.br"));
  const env = { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: path.join(tmpdir(), "fonts") };
  const defined = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { executablePath, args: ["--no-sandbox"], env: Object.fromEntries(defined) };
}
