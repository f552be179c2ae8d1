import { spawn } from "node:child_process";

/** Runs a program of node_modules/.bin to its end. Its output is shown only when it fails; then this throws `failure`. */
export async function runStep(
  program: string[],
  options: { env: NodeJS.ProcessEnv; signal: AbortSignal; failure: string },
): Promise<void> {
  const [command = "", ...args] = program;
  const { env, signal } = options;
  const child = spawn(command, args, { env, signal, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Error(options.failure);
}
