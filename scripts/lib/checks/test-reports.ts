import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** What Vitest's JSON reporter writes, as far as it is read here. */
export type VitestReport = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[]; tags: string[] }[];
  }[];
};

/** What Playwright's JSON reporter writes, as far as it is read here. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: Suite[];
};

type Suite = {
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: { results: { status: string; error?: { message?: string } }[] }[];
  }[];
};

const REASON_LINES = 12;

/** Each test that failed, and each file that could not be loaded: where it stands, its name and the first lines of the reason. */
export function faultsOfVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const failed = assertionResults.filter((one) => one.status === "failed");
    if (failed.length === 0) return status === "failed" ? [fault(file, message)] : [];
    return failed.map((one) => fault(`${file} › ${one.fullName}`, one.failureMessages[0]));
  });
}

/** How many tests did not run though they were asked for: long ones, or all others. */
export function skippedOfVitest({ testResults }: VitestReport, { long }: { long: boolean }): number {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags }) => !RAN.has(status) && tags.includes("long") === long).length;
}

const RAN: ReadonlySet<string> = new Set(["passed", "failed"]);

/** Each test that failed at least once, and what failed outside tests. */
export function faultsOfPlaywright({ suites, errors }: PlaywrightReport): string[] {
  const outside = errors.map(({ message }) => fault("Outside of a test", message));
  return [...suites.flatMap(faultsOfSuite), ...outside];
}

function faultsOfSuite({ suites = [], specs }: Suite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) => {
    const results = tests.flatMap((one) => one.results);
    const failed = results.find(({ status }) => status !== "passed" && status !== "skipped");
    return failed ? [fault(`${file}:${line} › ${title}`, failed.error?.message ?? failed.status)] : [];
  });
  return [...own, ...suites.flatMap(faultsOfSuite)];
}

function fault(title: string, reason = ""): string {
  const lines = stripVTControlCharacters(reason).trim().split("\n").slice(0, REASON_LINES);
  return [title, ...lines.map((line) => `  ${line}`.trimEnd())].join("\n");
}
