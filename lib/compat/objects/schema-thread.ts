import { parentPort } from "node:worker_threads";
import { Rejected } from "#lib/platform/errors.ts";
import type { SchemaAnswer, SchemaRequest } from "./schema-request.ts";
import { faultOf, keptValidator } from "./value-fault.ts";

/** Twice as many texts again would show little more. */
const MAX_UNITS = 24;

/** Of these, a pattern that doubles its work with each character never sees the end of the short one, one of a higher power not of the long one. */
const REPEATS = [30, 2_000];

/** Runs of plain characters, escapes, and the dot. */
const UNITS = /\\.|[^\\^$.*+?()[\]{}|]+|\./gu;

const CLASSES: Readonly<Record<string, string | undefined>> = {
  d: "0",
  D: "x",
  w: "a",
  W: "-",
  s: " ",
  S: "x",
  b: "a",
  n: "\n",
  t: "\t",
  r: "\r",
};

// Compiling the first schema takes much longer than any other; nobody's time limit pays for it.
keptValidator('{"type":"string","pattern":"^[a-z]+$"}')("warm");

parentPort?.on("message", (request: SchemaRequest) => parentPort?.postMessage(answerTo(request)));

parentPort?.postMessage("ready");

function answerTo(request: SchemaRequest): SchemaAnswer {
  try {
    if (request.kind === "probe") return probe(request.pattern);
    const validate = keptValidator(request.schema);
    return {
      faults: request.kind === "check" ? request.values.map((value) => faultOf(validate, value)) : [],
    };
  } catch (error) {
    if (error instanceof Rejected) return { refused: error.message };
    throw error;
  }
}

function probe(pattern: string): SchemaAnswer {
  const expression = new RegExp(pattern, "u");
  for (const text of probesOf(pattern)) expression.test(text);
  return { faults: [] };
}

/**
 * Texts that expose catastrophic backtracking in a regular expression: the pattern's own units, repeated many times, after the pattern's
 * beginning and before a character that spoils the match.
 */
function probesOf(pattern: string): string[] {
  const plain = /^\^?([\w \-:/]*)/.exec(pattern)?.[1] ?? "";
  const units = [...new Set([...pattern.matchAll(UNITS)].flatMap(([found]) => unitsOf(found)))];
  // Its last character may belong to what is repeated.
  const beginnings = new Set(["", plain, plain.slice(0, -1)]);
  return units
    .slice(0, MAX_UNITS)
    .flatMap((unit) =>
      [...beginnings].flatMap((first) => REPEATS.map((times) => `${first}${unit.repeat(times)}\u0007`)),
    );
}

function unitsOf(found: string): string[] {
  if (found === ".") return ["x"];
  if (!found.startsWith("\\")) return [found, ...new Set(found)];
  const kind = found.slice(1);
  return [CLASSES[kind] ?? kind];
}
