import { expect, test } from "vitest";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { callTree } from "./call-tree.ts";

function aCall(id: string, parentId: string | null, second: number): Call {
  return {
    id,
    parentId,
    projectId: "local/playground",
    opName: id,
    traceId: "trace",
    startedAt: `2026-01-05T09:30:0${second}Z`,
    attributes: {},
    inputs: {},
    output: null,
  };
}

function drawn(calls: Call[], rootId?: string): string[] {
  return callTree(calls, rootId).map(({ call, depth }) => `${"-".repeat(depth)}${call.id}`);
}

const TRACE = [aCall("b", "a", 3), aCall("a1", "b", 4), aCall("c", "a", 2), aCall("a", null, 1)];

test("each call stands under the one that made it, siblings by their start", () => {
  expect(drawn(TRACE)).toEqual(["a", "-c", "-b", "--a1"]);
});

test("a branch begins with its own call", () => {
  expect(drawn(TRACE, "b")).toEqual(["b", "-a1"]);
});

test("a call whose parent is unknown stands at the top", () => {
  expect(drawn([aCall("x", "gone", 1)])).toEqual(["x"]);
});

test("calls that name each other as parents are all shown, once", () => {
  expect(drawn([aCall("x", "y", 1), aCall("y", "x", 2), aCall("z", "z", 3)]).sort()).toEqual(["x", "y", "z"]);
});
