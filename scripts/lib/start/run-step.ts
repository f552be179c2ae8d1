import { spawn } from "node:child_process";
import { outputOf } from "../checks/output-of.ts";

/** Runs a program of node_modules/.bin to its end. Its output is shown only when it fails; then this throws `failure`. */
export async function runStep(
  program: string[],
  options: { env: NodeJS.ProcessEnv; signal: AbortSignal; failure: string },
): Promise<void> {
  const [command = "", ...args] = program;
  const { env, signal } = options;
  const child = spawn(command, args, { env, signal, stdio: ["ignore", "pipe", "pipe"] });
  const { code, output } = await outputOf(child);
  if (code === 0) return;
  process.stderr.write(output);
  throw new Error(options.failure);
}
