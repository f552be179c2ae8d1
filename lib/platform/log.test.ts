import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** What a process of its own writes to the log, line by line; `statement` may use `log` and `errorResponse`. */
function linesOf(statement: string): string[] {
  const code = `import { log } from "#lib/platform/log.ts"; import { errorResponse } from "#lib/edge/answer/error-response.ts"; ${statement}`;
  const args = ["--input-type=module", "--eval", code];
  const text = execFileSync(process.execPath, args, {
    env: { NODE_ENV: "test", LOG_LEVEL: "info" },
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  return text.trimEnd().split("\n");
}

test("an event is one line of JSON, whatever a caller put into it", () => {
  const nasty = 'a\r\nb\u001b[31mc\u2028d\u2029e{"level":"fatal"}';
  const text = JSON.stringify(nasty);
  const lines = linesOf(`log.info({ path: ${text} }, ${text})`);
  expect(lines).toHaveLength(1);
  const [line = ""] = lines;
  expect(JSON.parse(line)).toMatchObject({ level: "info", path: nasty, msg: nasty });
  for (const char of ["\u001b", "\u2028", "\u2029"]) expect(line).not.toContain(char);
});

test("a line is cut at 8 KiB and stays JSON", () => {
  const lines = linesOf(`
    log.info({ path: "x".repeat(1_000_000) }, "long");
    log.info({ path: "\\u2028".repeat(100_000) }, "y".repeat(100_000));
    log.info("short")`);
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(8192);
    expect(JSON.parse(line)).toMatchObject({
      level: "info",
      msg: expect.stringMatching(/^(long|y+|short)$/),
    });
  }
});

test("secrets under their usual names never reach the log", () => {
  const [line = ""] = linesOf(`log.info({
    password: "canary", token: "canary", cookie: "canary",
    headers: { authorization: "canary", cookie: "canary" }, user: { passwordHash: "canary", apiKey: "canary" },
  }, "signed in")`);
  expect(line).not.toContain("canary");
  expect(line).toContain("[redacted]");
});

test("the row that the database names in an error of its own does not reach the log", () => {
  const lines = linesOf(`
    const refused = Object.assign(new Error("null value in column"), { code: "23502", detail: "Failing row contains (canary)." });
    log.error({ err: new Error("the request failed", { cause: refused }) }, "first");
    log.error({ err: Object.assign(refused, { meta: { driverAdapterError: { cause: { detail: "canary" } } } }) }, "second")`);
  expect(lines.filter((line) => line.includes("null value in column"))).toHaveLength(2);
  expect(lines.join()).not.toContain("canary");
});

test("a bug is logged with its stack and the request id that the caller received", () => {
  const [line = ""] = linesOf(
    `errorResponse(new TypeError("no such thing"), { group: "project" }, "request-7")`,
  );
  expect(JSON.parse(line)).toMatchObject({
    level: "error",
    requestId: "request-7",
    err: { message: "no such thing", stack: expect.stringContaining("TypeError") },
  });
});

test("a fault of the caller is not logged", () => {
  expect(
    linesOf(
      `errorResponse(new (await import("#lib/platform/errors.ts")).NotFound("x"), { group: "project" }, "request-7")`,
    ),
  ).toEqual([""]);
});
