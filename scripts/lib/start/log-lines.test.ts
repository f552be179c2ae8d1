import { expect, test } from "vitest";
import { readEntry, terminalLine } from "./log-lines.ts";

const time = "2026-11-23T03:16:41.781Z";

test("A line for a terminal is short: when, who, how bad, what, and what belongs to it", () => {
  const err = { type: "Error", message: "no connection", stack: "Error: no connection\n    at x.ts:1" };
  const entry = {
    level: "error",
    time,
    process: "web",
    pid: 7,
    requestId: "r",
    msg: "the query failed",
    err,
  };
  expect(terminalLine(entry)).toMatch(/^\d\d:\d\d:41 web {5}error the query failed err=no connection$/);
});

test("What callers chose cannot steer the terminal, nor look like a second line", () => {
  const entry = {
    level: "warn",
    time,
    process: "web",
    msg: "odd",
    path: "/\u001b[2Jx\n12:00:00 web\u009b1m\u2028y",
  };
  expect(terminalLine(entry)).toContain("path=/\\u001b[2Jx\\u000a12:00:00 web\\u009b1m\\u2028y");
});

test("JSON that a library prints is taken for no line of ours", () => {
  for (const printed of ['{"progress":1}', '{"level":1,"msg":"loaded"}', "{ half", "{}", "plain"])
    expect(readEntry(printed)).toBeNull();
  expect(readEntry(JSON.stringify({ level: "info", time, process: "web", msg: "up", pid: 7 }))).toMatchObject(
    {
      msg: "up",
      pid: 7,
    },
  );
});
