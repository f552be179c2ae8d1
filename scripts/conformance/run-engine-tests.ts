import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { runProgram } from "../lib/checks/check.ts";
import type { Python } from "./open-python.ts";
import type { Program } from "./programs.ts";
import type { Outcome } from "./run-programs.ts";

/** What the tests of the engine on PyTorch promise, by their file. */
export const ENGINE_TESTS: ReadonlyMap<string, string> = new Map([
  [
    "lib/engine/torch/torch-engine.python.test.ts",
    "the engine on PyTorch keeps every promise of the engine port, with models of Llama, Qwen2 and Qwen3",
  ],
  [
    "lib/engine/torch/server-lives.python.test.ts",
    "it trains and draws what the embedded engine does, takes up its snapshots, and says when its server dies",
  ],
  [
    "lib/training/trainer/torch-jobs.python.test.ts",
    "jobs have the same losses on both engines, and continue after server or trainer are killed, with each step once",
  ],
]);

const ENGINE: Program = { file: "engines/torch", packages: ["torch", "transformers", "peft"] };
const VITEST = path.resolve("node_modules/vitest/vitest.mjs");
const ENDS_WITHIN_MS = 20 * 60_000;

/** Runs the tests of the engine on PyTorch: its own, and those that drive it through the product. */
export async function runEngineTests(python: Python): Promise<Outcome[]> {
  console.log("the engine on PyTorch …");
  const env = { SPINDLE_TEST_PYTHON: python.program };
  const own = await runProgram(
    [python.program, "-m", "pytest", "--quiet", "--rootdir", ENGINE.file, ENGINE.file],
    {
      env: { PYTHONPATH: path.resolve(ENGINE.file) },
      timeoutMs: ENDS_WITHIN_MS,
    },
  );
  if (own.code !== 0) console.log(own.output);
  const report = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "spindle-engine-")), "report.json");
  const options = ["run", "--config", "vitest.python.config.ts", "--reporter=json", "--outputFile", report];
  const { code, output } = await runProgram([process.execPath, VITEST, ...options], {
    env,
    timeoutMs: ENDS_WITHIN_MS,
  });
  if (code !== 0) console.log(output);
  return [
    outcome(
      "its gradients, steps, draws and files are those of torch and transformers",
      own.code === 0 ? null : `pytest ended with ${own.code}`,
    ),
    ...[...ENGINE_TESTS].map(([file, promise]) => outcome(promise, problemOf(file, report))),
  ];
}

function outcome(promise: string, problem: string | null): Outcome {
  return { program: ENGINE, promise, problem };
}

type Report = {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
};

/** What failed first in a file; null where all passed, and something did. */
function problemOf(file: string, report: string): string | null {
  if (!fs.existsSync(report)) return "the tests did not run to their end";
  // Vitest wrote it; its form is what the type says.
  const { testResults } = JSON.parse(fs.readFileSync(report, "utf8")) as Report;
  const found = testResults.find(({ name }) => name.endsWith(file));
  const failed = found?.assertionResults.find(({ status }) => status !== "passed");
  if (failed) return failed.fullName;
  return found?.status === "passed" && found.assertionResults.length > 0 ? null : "no test of the file ran";
}
