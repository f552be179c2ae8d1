import fs from "node:fs";
import path from "node:path";
import { processWide } from "./process-wide.ts";

const known = processWide<{ version?: string }>("program-version", () => ({}));

/** The version of this program, as its package says. */
export function programVersion(): string {
  known.version ??= readVersion();
  return known.version;
}

function readVersion(): string {
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "package.json");
  const { version }: { version?: unknown } = JSON.parse(fs.readFileSync(file, "utf8"));
  return typeof version === "string" ? version : "unknown";
}
