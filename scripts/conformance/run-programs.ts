import { randomBytes } from "node:crypto";
import path from "node:path";
import { runProgram } from "../lib/checks/check.ts";
import type { Python } from "./open-python.ts";
import { NPM_PACKAGES, type Program } from "./programs.ts";
import type { Target } from "./target.ts";

/** One promise to the users of a package, and what broke it; null where it was kept. */
export type Outcome = {
  readonly program: Program;
  readonly promise: string;
  readonly problem: string | null;
};

const FOLDER = path.resolve("scripts/conformance/programs");
const BASE_MODEL = path.resolve("lib/models/base-models/spindle-mini");
const ENDS_WITHIN_MS = 10 * 60_000;
/** A program writes what it found among whatever its packages print. */
const REPORTED = /^\{"promise": .*\}$/gm;

/** Runs one after the other; a program that breaks off has broken a promise, too. */
export async function runPrograms(
  programs: readonly Program[],
  { python, target }: { python: Python; target: Target },
): Promise<Outcome[]> {
  const run = randomBytes(4).toString("hex");
  const outcomes: Outcome[] = [];
  for (const program of programs) {
    console.log(`${program.packages.join(", ")} …`);
    const env = {
      PYTHONUNBUFFERED: "1",
      SPINDLE_URL: target.url,
      SPINDLE_API_KEY: target.key,
      SPINDLE_ENTITY: target.entity,
      SPINDLE_RUN: run,
      SPINDLE_BASE_MODEL_FOLDER: BASE_MODEL,
      SPINDLE_NPM_PACKAGES: [...NPM_PACKAGES].map(([name, version]) => `${name}@${version}`).join(" "),
      // Nothing goes anywhere but to the service under test.
      WANDB_MODE: "disabled",
      HF_HUB_OFFLINE: "1",
      LITELLM_LOCAL_MODEL_COST_MAP: "True",
    };
    const command = [python.program, path.join(FOLDER, program.file)];
    const { code, output } = await runProgram(command, { env, timeoutMs: ENDS_WITHIN_MS });
    outcomes.push(...read(program, code, output));
  }
  return outcomes;
}

function read(program: Program, code: number | null, output: string): Outcome[] {
  const reported = [...output.matchAll(REPORTED)].map(
    ([line]): Outcome => ({ program, ...JSON.parse(line) }),
  );
  const isWhole = code === 0 && reported.length > 0;
  if (!isWhole || reported.some(({ problem }) => problem !== null)) console.log(output);
  if (isWhole) return reported;
  return [...reported, { program, promise: "the program runs to its end", problem: `it ended with ${code}` }];
}
