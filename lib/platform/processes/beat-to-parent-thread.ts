// Writes a byte to the supervisor at each beat. `beatToParent` starts it.
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { BeatToParentSetup } from "./beat-to-parent.ts";

const { channel, beatMs, answerWithinMs, answers } = workerData as BeatToParentSetup;
const BEAT = Buffer.from([0]);
let lastAnswer = -1;
/** Beats in a row without an answer of the main thread. */
let silentBeats = 0;

const timer = setInterval(() => {
  const answer = Atomics.load(answers, 0);
  silentBeats = answer === lastAnswer ? silentBeats + 1 : 0;
  lastAnswer = answer;
  if (answerWithinMs !== null && silentBeats * beatMs >= answerWithinMs) return;
  try {
    writeSync(channel, BEAT);
  } catch {
    // A supervisor that is gone ends this process by another channel.
    clearInterval(timer);
  }
}, beatMs);
