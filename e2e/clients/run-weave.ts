import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** What the program saw, as it says at its end. */
export type Seen = {
  project: string;
  answerId: string;
  judgeId: string;
  drawId: string;
  refusal: string;
  scoreId: string;
  evaluated: unknown;
  refs: { dataset: string; judge: string; prompt: string; plain: string };
  rows: unknown[];
  promptText: string;
  plainValue: unknown;
  roots: string[];
  again: unknown;
};

/** Runs the program that uses the `weave` package, with nothing in its environment but `settings`, and a home of its own. */
export async function runWeave(
  args: readonly string[],
  settings: Record<string, string>,
): Promise<{ seen: Seen; output: string }> {
  const home = mkdtempSync(path.join(tmpdir(), "spindle-weave-"));
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, ["e2e/clients/weave-program.ts", ...args], {
    env: { NODE_ENV: "production", PATH, HOME: home, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const [code] = await once(child, "close");
  rmSync(home, { recursive: true });
  if (code !== 0) throw new Error(`The program ended with ${code}:\n${output}`);
  const line = output.split("\n").find((one) => one.startsWith('{"project"'));
  if (line === undefined) throw new Error(`The program did not say what it saw:\n${output}`);
  return { seen: JSON.parse(line), output };
}
