// A process that writes its id, beats quickly and, with `hang`, blocks its main thread: `node lib/testing/engines/beating-process.ts <file> [hang]`.
import { appendFileSync } from "node:fs";
import { beatToParent } from "#lib/platform/processes/beat-to-parent.ts";
import { endWithParent } from "#lib/platform/processes/end-with-parent.ts";

const [, , file = "", hang] = process.argv;
beatToParent({ beatMs: 20, answerWithinMs: 400 });
endWithParent(async () => undefined);
appendFileSync(file, `${process.pid}\n`);
const cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
if (hang) setTimeout(() => Atomics.wait(cell, 0, 0), 200);
