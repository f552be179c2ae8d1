import { useEffect, useRef, useState } from "react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { BrokenProbe, type ProbeInput, probeEvents } from "./probe-events.ts";
import { afterEvent, type ProbeState } from "./probe-state.ts";

const IDLE: ProbeState = { at: "idle" };
const BROKEN = "The probe broke off before it had an answer. Try again.";

/** One probe at a time; leaving the page, or the settings that it is about, ends it. */
export function useRateProbe() {
  const [state, setState] = useState<ProbeState>(IDLE);
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setState(IDLE);
  };
  useEffect(() => () => running.current?.abort(), []);
  const start = async (input: ProbeInput) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setState({ at: "waiting", place: null });
    try {
      for await (const event of probeEvents(input, own.signal)) {
        if (own.signal.aborted) return;
        setState((before) => afterEvent(before, event));
      }
    } catch (error) {
      if (own.signal.aborted) return;
      setState({ at: "failed", text: error instanceof BrokenProbe ? BROKEN : explainError(error) });
    }
  };
  return { state, start, cancel };
}
