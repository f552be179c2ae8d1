import fc from "fast-check";
import { expect, test } from "vitest";
import { stopStrings } from "./stop-strings.ts";

test("text that may begin a stop string waits, and comes when it turns out to be none", () => {
  const stops = stopStrings(["END"]);
  expect(stops.push("one E")).toEqual({ text: "one ", stop: null });
  expect(stops.push("N")).toEqual({ text: "", stop: null });
  expect(stops.push("TER")).toEqual({ text: "ENTER", stop: null });
  expect(stops.flush()).toBe("");
});

test("the text before a stop string is given, the string and what follows are not", () => {
  const stops = stopStrings(["\n\n", "END"]);
  expect(stops.push("a\n")).toEqual({ text: "a", stop: null });
  expect(stops.push("\nb")).toEqual({ text: "", stop: "\n\n" });
});

test("at the end, what was held back is given", () => {
  const stops = stopStrings(["STOP"]);
  expect(stops.push("a STO")).toEqual({ text: "a ", stop: null });
  expect(stops.flush()).toBe("STO");
  expect(stops.flush()).toBe("");
});

test("the string that is complete first ends the text; of two complete at once the longer", () => {
  expect(stopStrings(["abcd", "bc"]).push("xabcd")).toEqual({ text: "xa", stop: "bc" });
  expect(stopStrings(["c", "abc"]).push("xabc")).toEqual({ text: "x", stop: "abc" });
});

test("without strings, or with an empty one, all text passes at once", () => {
  expect(stopStrings([]).push("text")).toEqual({ text: "text", stop: null });
  expect(stopStrings([""]).push("text")).toEqual({ text: "text", stop: null });
});

test("however the text is cut into pieces, the outcome is that of reading it letter by letter", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 24 });
  const stopList = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 5 }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 5 }), stopList, (pieces, strings) => {
      expect(readAll(pieces, strings)).toEqual(plainly(pieces.join(""), strings));
    }),
    { numRuns: 500, seed: 1 },
  );
});

function readAll(
  pieces: readonly string[],
  strings: readonly string[],
): { text: string; stop: string | null } {
  const stops = stopStrings(strings);
  let text = "";
  for (const piece of pieces) {
    const step = stops.push(piece);
    text += step.text;
    if (step.stop !== null) return { text, stop: step.stop };
  }
  return { text: text + stops.flush(), stop: null };
}

/** The definition: after each letter, does the text end with a stop string? */
function plainly(whole: string, strings: readonly string[]): { text: string; stop: string | null } {
  const longestFirst = [...strings].sort((a, b) => b.length - a.length);
  for (let end = 1; end <= whole.length; end++) {
    const stop = longestFirst.find((string) => whole.slice(0, end).endsWith(string));
    if (stop !== undefined) return { text: whole.slice(0, end - stop.length), stop };
  }
  return { text: whole, stop: null };
}
