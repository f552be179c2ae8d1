// Compiles callers' schemas and holds values against them, where a pattern that takes for ever keeps nobody waiting.
import { parentPort } from "node:worker_threads";
import { Rejected } from "#lib/platform/errors.ts";
import { probesOf } from "./pattern-probes.ts";
import type { SchemaAnswer, SchemaRequest } from "./schema-request.ts";
import { faultOf, keptValidator } from "./value-fault.ts";

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
