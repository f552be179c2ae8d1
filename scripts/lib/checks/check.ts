import { spawn } from "node:child_process";
import { childEnvironment } from "#lib/platform/env.ts";
import { outputOf } from "./output-of.ts";

/** How many of its parts passed; a check without parts counts as one. */
export type Counts = {
  passed: number;
  failed: number;
  skipped: number;
};

/** What a check found; `output` is shown when something failed. */
export type CheckResult = Counts & {
  output: string;
  /** Each part that failed, with its reason, where the check can name them. */
  faults?: readonly string[];
};

/** Something the project promises, and how to find out. */
export type Check = {
  name: string;
  run(): Promise<CheckResult>;
};

/** Checks that stand one after the other, beside other such rows: what one core does leaves the others to them. */
export type Rows = readonly (readonly Check[])[];

/**
 * Runs the checks one after the other, and rows beside each other, whatever fails; prints each, then what failed again, since who has the last lines
 * of a long run has all that matters, then one line of totals. Returns the exit code.
 */
export async function runChecks(steps: readonly (Check | Rows)[]): Promise<number> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const failed: string[] = [];
  const runRow = async (checks: readonly Check[]) => {
    for (const check of checks) {
      const result = await runCheck(check);
      addTo(total, result);
      if (result.failed > 0)
        failed.push([`✗ ${check.name}`, ...(result.faults ?? [headOf(result.output)])].join("\n\n"));
    }
  };
  for (const step of steps) await Promise.all(("run" in step ? [[step]] : step).map(runRow));
  if (failed.length > 0) console.log(`\nWhat failed:\n\n${failed.join("\n\n")}\n`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed > 0 ? 1 : 0;
}

/** Of the output of a check that names no faults. */
const HEAD_LINES = 20;

/** All of them at once. */
export function beside(checks: readonly Check[]): Rows {
  return checks.map((check) => [check]);
}

function headOf(output: string): string {
  return output.trim().split("\n").slice(0, HEAD_LINES).join("\n");
}

async function runCheck(check: Check): Promise<CheckResult> {
  const start = performance.now();
  const result = await check.run().catch((error: unknown) => failure(String(error)));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const counts = `${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped`;
  if (result.failed > 0) console.log(result.output.trimEnd());
  console.log(`${result.failed > 0 ? "✗" : "✓"} ${check.name}: ${counts} (${seconds} s)`);
  return result;
}

function addTo(total: Counts, { passed, failed, skipped }: Counts): void {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

export function success(output = ""): CheckResult {
  return { passed: 1, failed: 0, skipped: 0, output };
}

export function failure(output: string): CheckResult {
  return { passed: 0, failed: 1, skipped: 0, output };
}

/** A program of node_modules/.bin that passes by exiting with 0. */
export function programCheck(name: string, program: string[]): Check {
  return {
    name,
    run: async () => {
      const { code, output } = await runProgram(program);
      return code === 0 ? success(output) : failure(output);
    },
  };
}

/** Runs a program to its end. One that takes longer than `timeoutMs` is ended with all it started. */
export async function runProgram(
  [command = "", ...args]: string[],
  { env = {}, timeoutMs = 300_000 }: { env?: Record<string, string>; timeoutMs?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, {
    env: childEnvironment(env),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const stop = (signal: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, signal);
  const onSignal = () => stop("SIGTERM");
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop("SIGKILL");
  }, timeoutMs);
  try {
    const { code, output } = await outputOf(child);
    return {
      code,
      output: isLate ? `${output}\n${command} was ended after ${timeoutMs / 1000} s.\n` : output,
    };
  } finally {
    clearTimeout(timer);
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
