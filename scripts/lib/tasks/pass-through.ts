import { spawn } from "node:child_process";
import { childEnvironment } from "#lib/platform/env.ts";

/** Runs a program of node_modules/.bin at this terminal, and gives its exit code. Signals that reach us reach it. */
export async function passThrough(
  [command = "", ...args]: readonly string[],
  env = childEnvironment(),
): Promise<number> {
  const child = spawn(command, args, { env, stdio: "inherit" });
  const end = () => child.kill("SIGTERM");
  // A terminal sends Ctrl-C to all of us at once; a second one would make some programs break off their own orderly end.
  const onInterrupt = () => (process.stdin.isTTY ? undefined : child.kill("SIGINT"));
  process.on("SIGINT", onInterrupt).on("SIGTERM", end).on("SIGHUP", end).on("disconnect", end);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  // The channel to the launcher would keep this process alive.
  if (process.connected) process.disconnect();
  return code ?? 1;
}
