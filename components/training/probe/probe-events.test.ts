import { expect, test } from "vitest";
import { BrokenProbe, readProbeEvents } from "./probe-events.ts";
import { afterEvent, isUnderWay, type ProbeState, probeText } from "./probe-state.ts";

const STEP = { step: 1, steps: 2, point: { learning_rate: 0.001, loss: 2 } };
const RESULT = {
  ...{
    outcome: "found",
    learning_rate: 0.002,
    usual_rate: 0.001,
    rises_at: null,
    text: "It fell.",
    warning: null,
  },
  ...{ rows: 9, steps: 1, start_loss: 2, points: [STEP.point] },
};

function bodyOf(...texts: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob(texts).stream();
}

function sent(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

test("events are read by their names until the result, whatever a newer service says between them", async () => {
  const body = bodyOf(
    sent("waiting", { place: 1 }),
    ": still here\n\n",
    sent("weather", { sun: true }),
    sent("opening", {}),
    sent("step", STEP),
    sent("result", RESULT),
    sent("step", STEP),
  );
  const events = await Array.fromAsync(readProbeEvents(body));
  expect(events.map(({ event }) => event)).toEqual(["waiting", "opening", "step", "result"]);
  expect(events[2]?.data).toEqual({ step: 1, steps: 2, point: { learningRate: 0.001, loss: 2 } });
  expect(events[3]?.data).toMatchObject({ learningRate: 0.002, usualRate: 0.001 });
});

test("a stream that ends without an answer is no answer", async () => {
  const read = Array.fromAsync(readProbeEvents(bodyOf(sent("step", STEP))));
  await expect(read).rejects.toThrow(BrokenProbe);
  const failed = await Array.fromAsync(
    readProbeEvents(bodyOf(sent("failed", { detail: "No room", is_passing: true }))),
  );
  expect(failed).toHaveLength(1);
});

test("a probe moves from its wait to its result, and says what it does", () => {
  const point = { learningRate: 0.001, loss: 2 };
  let state: ProbeState = { at: "waiting", place: null };
  expect(probeText(state)).toBe("Reading the rows…");
  state = afterEvent(state, { event: "waiting", data: { place: 2 } });
  expect(probeText(state)).toBe("Waiting for its turn: 2 other probes come first.");
  state = afterEvent(state, { event: "waiting", data: { place: 1 } });
  expect(probeText(state)).toBe("Waiting for its turn: 1 other probe comes first.");
  state = afterEvent(state, { event: "opening", data: {} });
  for (const step of [1, 2]) state = afterEvent(state, { event: "step", data: { step, steps: 2, point } });
  expect(state).toEqual({ at: "climbing", step: 2, steps: 2, points: [point, point] });
  expect(isUnderWay(state)).toBe(true);
  state = afterEvent(state, { event: "failed", data: { detail: "No room", isPassing: true } });
  expect(state).toEqual({ at: "failed", text: "No room." });
  expect(isUnderWay(state)).toBe(false);
});
