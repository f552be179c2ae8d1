import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { createInterface } from "node:readline";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import { bareEnvironment } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import type { TorchSettings } from "./torch-settings.ts";

/** A server of the engine that answers. */
export type TorchServer = {
  readonly url: string;
  readonly token: string;
  /** Why it ended; null while it runs, and for one that somebody else started. */
  ended(): string | null;
  /** The same, once it has. */
  readonly end: Promise<string>;
};

/** The server that the settings name, or a child of this process. Throws `EngineFault` where it does not come up. */
export async function startServer(settings: TorchSettings): Promise<TorchServer> {
  if (settings.server) return { ...settings.server, ended: () => null, end: new Promise(() => undefined) };
  const token = randomBytes(32).toString("hex");
  const child = spawn(settings.python, ["-m", "spindle_torch", ...argumentsOf(settings)], {
    env: bareEnvironment({ PYTHONPATH: SOURCES, PYTHONUNBUFFERED: "1", SPINDLE_TORCH_TOKEN: token }),
  });
  letGo(child);
  const end = watched(child, settings.python);
  const url = await addressOf(child, end.promise);
  log.info({ url, server: child.pid }, "the engine's server has started");
  return { url, token, ended: () => end.reason, end: end.promise };
}

const SOURCES = path.resolve("engines/torch");
/** Loading torch takes seconds, and more from a cold disk. */
const STARTS_WITHIN_MS = 300_000;
/** Of what it wrote last. */
const KEPT_CHARACTERS = 2000;

function argumentsOf({ dtype, recomputes }: TorchSettings): string[] {
  return [...(dtype ? ["--dtype", dtype] : []), ...(recomputes ? [] : ["--keep-activations"])];
}

/** This process may end while it runs; it ends then, too, because its standard input does. */
function letGo(child: ChildProcessWithoutNullStreams): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr])
    if ("unref" in stream && typeof stream.unref === "function") stream.unref();
  child.stdin.on("error", () => undefined);
}

type End = { reason: string | null; readonly promise: Promise<string> };

function watched(child: ChildProcessWithoutNullStreams, python: string): End {
  let written = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    written = (written + text).slice(-KEPT_CHARACTERS);
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  const end: End = { reason: null, promise };
  const report = (reason: string) => {
    if (end.reason !== null) return;
    end.reason = reason;
    log.error({ reason, written }, "the engine's server has ended");
    resolve(reason);
  };
  child.on("error", (error) => report(`${python} could not be started (TORCH_PYTHON): ${error.message}`));
  child.on("close", (code, signal) =>
    report(`The engine's server ended (${signal ?? code}): ${lastLine(written)}`),
  );
  return end;
}

async function addressOf(child: ChildProcessWithoutNullStreams, ended: Promise<string>): Promise<string> {
  const late = setTimeout(() => child.kill("SIGKILL"), STARTS_WITHIN_MS);
  try {
    const line = await Promise.race([
      firstLine(child),
      ended.then((reason) => Promise.reject(new EngineFault(reason))),
    ]);
    // Our own program wrote it; its form is what the type says.
    return (JSON.parse(line) as { url: string }).url;
  } finally {
    clearTimeout(late);
  }
}

function firstLine({ stdout }: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve) => createInterface({ input: stdout }).once("line", resolve));
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) || "it wrote nothing";
}
