import type { ProbePoint, RateProbe } from "#lib/contract/training/rate-probes.ts";
import type { ProbeEvent } from "./probe-events.ts";

/** How far a probe of rates is. */
export type ProbeState =
  | { readonly at: "idle" }
  /** `place` is how many come before it; null until that is known. */
  | { readonly at: "waiting"; readonly place: number | null }
  | { readonly at: "opening" }
  | {
      readonly at: "climbing";
      readonly step: number;
      readonly steps: number;
      readonly points: readonly ProbePoint[];
    }
  | { readonly at: "done"; readonly result: RateProbe }
  | { readonly at: "failed"; readonly text: string };

/** What is known after an event. */
export function afterEvent(state: ProbeState, { event, data }: ProbeEvent): ProbeState {
  switch (event) {
    case "waiting":
      return { at: "waiting", place: data.place };
    case "opening":
      return { at: "opening" };
    case "step": {
      const points = state.at === "climbing" ? state.points : [];
      return { at: "climbing", step: data.step, steps: data.steps, points: [...points, data.point] };
    }
    case "result":
      return { at: "done", result: data };
    case "failed":
      return { at: "failed", text: `${data.detail}.` };
    default:
      return event satisfies never;
  }
}

/** Whether somebody waits for it. */
export function isUnderWay({ at }: ProbeState): boolean {
  return at === "waiting" || at === "opening" || at === "climbing";
}

/** What it is doing, for people; said once for all steps. */
export function probeText(state: ProbeState): string {
  switch (state.at) {
    case "waiting":
      if (state.place === null) return "Reading the rows…";
      return state.place === 1
        ? "Waiting for its turn: 1 other probe comes first."
        : `Waiting for its turn: ${state.place} other probes come first.`;
    case "opening":
      return "Loading the model…";
    case "climbing":
      return "Trying rates…";
    case "done":
      return state.result.text;
    case "failed":
    case "idle":
      return "";
    default:
      return state satisfies never;
  }
}
