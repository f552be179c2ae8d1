import { parentPort } from "node:worker_threads";
import { Rejected } from "#lib/platform/errors.ts";
import type { SchemaAnswer, SchemaReply, SchemaRequest } from "./schema-request.ts";
import { faultOf, keptValidator } from "./value-fault.ts";

/** Twice as many texts again would show little more. */
const MAX_UNITS = 24;

/** Of these, a pattern that doubles its work with each character never sees the end of the short one, one of a higher power not of the long one. */
const REPEATS = [30, 2_000];

/** Of a unit, in characters: copying a long one takes its time, too. */
const MAX_REPEATED = 100_000;

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

parentPort?.on("message", (request: SchemaRequest) => parentPort?.postMessage(replyTo(request)));

parentPort?.postMessage("ready");

function replyTo(request: SchemaRequest): SchemaReply {
  const before = process.threadCpuUsage();
  const answer = answerTo(request);
  const { user, system } = process.threadCpuUsage(before);
  return { answer, cpuMs: (user + system) / 1000 };
}

function answerTo(request: SchemaRequest): SchemaAnswer {
  try {
    switch (request.kind) {
      case "read":
        return read(request.pattern);
      case "probe":
        return probe(request.pattern);
      case "compile":
        for (const value of PLAIN) faultOf(keptValidator(request.schema), value);
        return { faults: [] };
      case "check":
        return { faults: request.values.map((value) => faultOf(keptValidator(request.schema), value)) };
    }
  } catch (error) {
    // Whatever it is, the schema brought it about; an error that leaves here would end the thread.
    const reason = error instanceof Error ? error.message.slice(0, 300) : "it is not known why";
    return { refused: error instanceof Rejected ? error.message : `field_schema cannot be used: ${reason}` };
  }
}

/** One of each kind, for a schema that ends on none. */
const PLAIN = [null, true, 0, "", [], {}];

/** The engine makes an expression ready when a text comes, once for texts of Latin letters and once for others, and for both again when more come. */
const TEXTS = ["x", "x", "\u6f22", "\u6f22"];

function read(pattern: string): SchemaAnswer {
  const expression = expressionOf(pattern);
  for (const text of TEXTS) expression?.test(text);
  return { faults: [] };
}

/** Null for what is no expression: compiling the schema says so if it was meant as one. */
function expressionOf(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return null;
  }
}

function probe(pattern: string): SchemaAnswer {
  const expression = expressionOf(pattern);
  for (const text of probesOf(pattern)) expression?.test(text);
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
      [...beginnings].flatMap((first) => REPEATS.map((times) => `${first}${repeated(unit, times)}\u0007`)),
    );
}

function repeated(unit: string, times: number): string {
  return unit.repeat(Math.min(times, Math.ceil(MAX_REPEATED / unit.length)));
}

function unitsOf(found: string): string[] {
  if (found === ".") return ["x"];
  if (!found.startsWith("\\")) return [found, ...new Set(found)];
  const kind = found.slice(1);
  return [CLASSES[kind] ?? kind];
}
