import fs from "node:fs";
import path from "node:path";
import { buildApplication } from "../start/prepare/prepare-sources.ts";
import { type Check, type CheckResult, failure, programCheck, runProgram, success } from "./check.ts";
import { findFolderFaults } from "./folders.ts";
import { findImportBreaches } from "./import-rules.ts";
import { findLostCallbacks } from "./lost-callbacks.ts";
import { findDialect } from "./plain-words.ts";
import { longTestFiles, pureTestFiles } from "./test-files.ts";
import {
  faultsOfPlaywright,
  faultsOfVitest,
  type PlaywrightReport,
  skippedOfVitest,
  type VitestReport,
} from "./test-reports.ts";
import { findUncheckedRows } from "./unchecked-rows.ts";

const REPORTS = path.resolve(".cache/reports");
export const GALLERY_CONFIG = "e2e/gallery/playwright.config.ts";
/** Where the tests write which statuses of the contract they saw. */
const STATUS_NOTES = path.join(REPORTS, "statuses");
/** Longer than any healthy run on two cores; together they stay far under what a stuck run would take. */
const VITEST_TIMEOUT_MS = 14 * 60_000;
const PLAYWRIGHT_TIMEOUT_MS = 14 * 60_000;

/** What is right by itself, whatever the types say. */
export const LINT_CHECKS: Check[] = [
  programCheck("Format and lint", ["biome", "check", "--error-on-warnings", "--max-diagnostics=50", "."]),
  { name: "Imports", run: checkImports },
  { name: "Folders", run: async () => checkFaults(findFolderFaults(process.cwd())) },
  { name: "Rows of SQL", run: async () => checkFaults(findUncheckedRows(process.cwd())) },
  { name: "Callbacks of mutations", run: async () => checkFaults(findLostCallbacks(process.cwd())) },
  { name: "Plain words", run: async () => checkFaults(findDialect(process.cwd())) },
];

/** What can be known without running the product. */
export const STATIC_CHECKS: Check[] = [
  ...LINT_CHECKS,
  programCheck("Types", ["tsc", "--noEmit", "--incremental", "false"]),
  programCheck("Schema", ["prisma", "validate"]),
  programCheck("Paths in documents", [process.execPath, "scripts/check-docs.ts"]),
];

export const VITEST_CHECK: Check = {
  name: "Unit and integration tests",
  run: () => runVitest({ long: false, env: { SPINDLE_STATUS_NOTES: emptied(STATUS_NOTES) } }),
};

/** Those that `npm test` leaves out, because they take long (docs/decisions/0150). */
export const LONG_VITEST_CHECK: Check = {
  name: "Long unit and integration tests",
  run: () => runVitest({ long: true, files: longTestFiles() }),
};

/** Stands after `VITEST_CHECK`, whose notes it reads. */
export const STATUSES_CHECK: Check = programCheck("Statuses of the contract", [
  process.execPath,
  "scripts/check-statuses.ts",
  STATUS_NOTES,
]);

/** Those tests that need neither database nor browser. */
export const PURE_TESTS_CHECK: Check = {
  name: "Unit tests",
  run: () => runVitest({ long: false, files: pureTestFiles() }),
};

export const BUILD_CHECK: Check = {
  name: "Build",
  run: async () => {
    await buildApplication(new AbortController().signal, () => undefined);
    return success();
  },
};

/** Stands after `BUILD_CHECK`, whose build it attacks. */
export const PROOF_CHECK: Check = programCheck("Proof", [process.execPath, "scripts/proof-quick.ts"]);

/** Components by themselves: it needs neither a build of the product nor a service. */
export const GALLERY_CHECK: Check = {
  name: "Components in a browser",
  run: () => runPlaywright("gallery.json", ["--config", GALLERY_CONFIG]),
};

export const PLAYWRIGHT_CHECK: Check = {
  name: "HTTP and browser journeys",
  run: () =>
    runPlaywright("playwright.json", ["--project=http", "--project=browser", "--project=alone"], {
      SPINDLE_LONG_TESTS: "left-out",
    }),
};

/** Those that `npm test` leaves out, because they take long (docs/decisions/0150). */
export const LONG_PLAYWRIGHT_CHECK: Check = {
  name: "Long journeys",
  run: () =>
    runPlaywright("playwright-long.json", ["--project=http", "--project=browser"], {
      SPINDLE_LONG_TESTS: "only",
    }),
};

async function runPlaywright(
  file: string,
  which: readonly string[],
  env: Record<string, string> = {},
): Promise<CheckResult> {
  const report = reportFile(file);
  const { output } = await runProgram(["playwright", "test", ...which, "--reporter=list,json"], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...env },
    timeoutMs: PLAYWRIGHT_TIMEOUT_MS,
  });
  return fromPlaywright(report, output);
}

type VitestRun = { long: boolean; files?: readonly string[]; env?: Record<string, string> };

async function runVitest({ long, files = [], env = {} }: VitestRun): Promise<CheckResult> {
  const report = reportFile(long ? "vitest-long.json" : "vitest.json");
  const which = `--tags-filter=${long ? "" : "!"}long`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { output } = await runProgram(["vitest", "run", which, ...reporters, ...files], {
    env,
    timeoutMs: VITEST_TIMEOUT_MS,
  });
  return fromVitest(report, { long, output });
}

async function checkImports(): Promise<CheckResult> {
  const { breaches, files } = await findImportBreaches();
  if (files === 0) return failure("No file was read.");
  const lines = breaches.map(({ rule, from, to }) => `${from} → ${to} (${rule})`);
  return lines.length === 0 ? success() : failure(`Forbidden imports:\n${lines.join("\n")}`);
}

function checkFaults(faults: readonly string[]): CheckResult {
  return faults.length === 0 ? success() : failure(faults.join("\n"));
}

function fromVitest(report: string, { long, output }: { long: boolean; output: string }): CheckResult {
  if (!fs.existsSync(report)) return failure(output);
  const read: VitestReport = JSON.parse(fs.readFileSync(report, "utf8"));
  const { success: ok, ...counts } = read;
  // A file that cannot be loaded has no failed test, yet it failed.
  const failed = counts.numFailedTests + (ok || counts.numFailedTests > 0 ? 0 : 1);
  return {
    passed: counts.numPassedTests,
    failed,
    skipped: skippedOfVitest(read, { long }),
    output,
    faults: faultsOfVitest(read),
  };
}

function fromPlaywright(report: string, output: string): CheckResult {
  if (!fs.existsSync(report)) return failure(output);
  const read: PlaywrightReport = JSON.parse(fs.readFileSync(report, "utf8"));
  const { stats, errors } = read;
  const failed = stats.unexpected + stats.flaky;
  const broken = errors.length > 0 && failed === 0 ? 1 : 0;
  const counts = { passed: stats.expected, failed: failed + broken, skipped: stats.skipped };
  return { ...counts, output, faults: faultsOfPlaywright(read) };
}

/** An old report must not stand in for one that a crash prevented. */
function reportFile(name: string): string {
  fs.mkdirSync(REPORTS, { recursive: true });
  const file = path.join(REPORTS, name);
  fs.rmSync(file, { force: true });
  return file;
}

function emptied(folder: string): string {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}
