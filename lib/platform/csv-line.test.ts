import { expect, test } from "vitest";
import { csvLine } from "./csv-line.ts";

test.each<[string, unknown, string]>([
  ["a plain text", "refund", "refund"],
  ["a comma", "a,b", '"a,b"'],
  ["quotes", 'say "no"', '"say ""no"""'],
  ["line ends", "a\nb", '"a\nb"'],
  ["nothing", null, ""],
  ["an empty text", "", '""'],
  ["a list", [1, "a"], '"[1,""a""]"'],
  ["an object", { a: 1 }, '"{""a"":1}"'],
  ["a negative number", -1.5, "-1.5"],
  ["a truth", false, "false"],
  ["a formula", "=1+1", "'=1+1"],
  ["an apostrophe before a formula", "'=1+1", "''=1+1"],
  ["a sum", "+1", "'+1"],
  ["a difference", "-1+cmd", "'-1+cmd"],
  ["a function", "@SUM(A1)", "'@SUM(A1)"],
  ["a tab", "\t=1", "'\t=1"],
  ["a carriage return", "\r=1", '"\'\r=1"'],
  ["a line feed", "\n=1", '"\'\n=1"'],
  ["a formula with a comma", "=A1,B1", '"\'=A1,B1"'],
])("%s is a cell that reads as it was meant", (_, cell, text) => {
  expect(csvLine([cell])).toBe(`${text}\r\n`);
});

test("cells are separated by commas, and a line is ended as RFC 4180 has it", () => {
  expect(csvLine(["a", null, 1])).toBe("a,,1\r\n");
});
