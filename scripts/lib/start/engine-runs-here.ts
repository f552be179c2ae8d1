import fs from "node:fs";
import path from "node:path";
import type { Settings } from "#lib/platform/env.ts";

const RUNTIME = "node_modules/onnxruntime-node/bin/napi-v6";

/** Whether the engine of the settings can run on this machine; the one on PyTorch runs wherever its Python does. */
export function engineRunsHere({ ENGINE }: Pick<Settings, "ENGINE">): boolean {
  return ENGINE === "torch" || engineRunsOn(process.platform, process.arch);
}

/** Whether the engine's runtime comes for such a machine. It comes for no Mac with an Intel processor. */
export function engineRunsOn(platform: string, arch: string): boolean {
  return fs.existsSync(path.join(RUNTIME, platform, arch));
}

/** The sentence for machines on which it does not run. */
export const WITHOUT_ENGINE =
  `The built-in engine does not run on ${process.platform}-${process.arch}: training jobs wait for another machine, ` +
  "and chat is answered by models of other servers alone.";
