import { spawn } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { outputOf } from "../../checks/output-of.ts";

const END_WITH_CHANNEL = pathToFileURL(path.resolve("scripts/lib/start/prepare/end-with-channel.mjs")).href;

/** Runs a program of Node to its end, or to ours. Its output is shown only when it fails; then this throws `failure`. */
export async function runStep(
  program: string[],
  options: { env: NodeJS.ProcessEnv; signal: AbortSignal; failure: string },
): Promise<void> {
  const { env, signal } = options;
  const child = spawn(process.execPath, ["--import", END_WITH_CHANNEL, ...program], {
    env: { ...env, SPINDLE_STEP_OF: String(process.pid) },
    signal,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const { code, output } = await outputOf(child);
  if (code === 0) return;
  process.stderr.write(output);
  throw new Error(options.failure);
}
