import { expect, test } from "vitest";
import { ApiError } from "#lib/client/api-error.ts";
import { lineFaultsOf } from "./file-faults.ts";

function refusal(problems: { loc: (string | number)[]; msg: string }[]): ApiError {
  const typed = problems.map((problem) => ({ ...problem, type: "value_error" }));
  return new ApiError("refused", { status: 422, problems: typed, requestId: null });
}

test("faults of lines are shown with their line numbers, which their texts need not repeat", () => {
  const error = refusal([
    { loc: ["body", "file", 3], msg: 'line 3 is not JSON; each line is one object {"messages": […]}' },
    { loc: ["body", "file", 12], msg: "Value error, line 12: messages is missing" },
  ]);
  expect(lineFaultsOf(error)).toEqual([
    { line: 3, text: 'Is not JSON; each line is one object {"messages": […]}' },
    { line: 12, text: "Messages is missing" },
  ]);
});

test("a fault of the whole file, or a lost connection, is no fault of a line", () => {
  expect(lineFaultsOf(refusal([{ loc: ["body", "file"], msg: "the file has no rows" }]))).toEqual([]);
  expect(lineFaultsOf(new TypeError("offline"))).toEqual([]);
});
