"use client";

import { Gauge } from "lucide-react";
import { Button } from "#components/ui/button/button.tsx";
import { ProgressBar } from "#components/ui/notice/progress-bar.tsx";
import { PROBE_SECONDS, type RateProbe as Result } from "#lib/contract/training/rate-probes.ts";
import type { ProbeInput } from "./probe-events.ts";
import { isUnderWay, type ProbeState, probeText } from "./probe-state.ts";
import { RateChart } from "./rate-chart.tsx";
import { useRateProbe } from "./use-rate-probe.ts";

type RateProbeProps = {
  /** Null while data are missing, or a field is wrong. */
  input: ProbeInput | null;
  usualRate: number;
  /** As the form has it. */
  rate: string;
  onUse: (rate: string) => void;
};

/** An offer to try rates on the rows at hand, and what comes of it. Other rows or settings begin again. */
export function RateProbe(props: RateProbeProps) {
  return <ProbeOfInput key={JSON.stringify(props.input?.body ?? null)} {...props} />;
}

function ProbeOfInput({ input, usualRate, rate, onUse }: RateProbeProps) {
  const { state, start, cancel } = useRateProbe();
  return (
    <RateProbeView
      state={state}
      usualRate={usualRate}
      rate={rate}
      isReady={input !== null}
      onStart={() => input && void start(withRate(input, rate))}
      onCancel={cancel}
      onUse={onUse}
    />
  );
}

/** The rate of the form is sent along where it is one, so that the service can warn of it. */
function withRate({ endpoint, body }: ProbeInput, rate: string): ProbeInput {
  const learningRate = Number(rate);
  if (rate.trim() === "" || !(learningRate > 0 && learningRate <= 1)) return { endpoint, body } as ProbeInput;
  return { endpoint, body: { ...body, config: { ...body.config, learningRate } } } as ProbeInput;
}

type ViewProps = {
  state: ProbeState;
  usualRate: number;
  rate: string;
  isReady: boolean;
  onStart: () => void;
  onCancel: () => void;
  onUse: (rate: string) => void;
};

/** The same, without what it asks. One button begins and ends it, so that the focus stays where it is. */
export function RateProbeView({ state, usualRate, rate, isReady, onStart, onCancel, onUse }: ViewProps) {
  const isRunning = isUnderWay(state);
  return (
    <section aria-label="Rates tried on these rows" className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          icon={isRunning ? undefined : <Gauge />}
          onClick={isRunning ? onCancel : onStart}
          disabled={!isRunning && !isReady}
        >
          {buttonText(state)}
        </Button>
        <p role="status" className="min-w-0 text-muted text-sm">
          {state.at === "idle" && !isReady
            ? "Choose data first, and correct what is marked."
            : isRunning
              ? probeText(state)
              : null}
        </p>
      </div>
      {state.at === "climbing" ? (
        <>
          <ProgressBar
            label={`${state.step} of ${state.steps} steps`}
            total={state.steps}
            segments={[{ value: state.step, tone: "accent" }]}
          />
          <RateChart points={state.points} usualRate={usualRate} proposedRate={null} />
        </>
      ) : null}
      {state.at === "failed" ? (
        <p role="alert" className="text-danger-ink text-sm">
          {state.text}
        </p>
      ) : null}
      {state.at === "done" ? <Found result={state.result} rate={rate} onUse={onUse} /> : null}
    </section>
  );
}

function Found({ result, rate, onUse }: { result: Result; rate: string; onUse: (rate: string) => void }) {
  const { learningRate, usualRate, outcome, points, text, warning } = result;
  const isUsed = Number(rate) === learningRate && rate.trim() !== "";
  return (
    <>
      <RateChart
        points={points}
        usualRate={usualRate}
        proposedRate={outcome === "found" ? learningRate : null}
      />
      <div role="status" className="flex flex-col gap-1 text-sm">
        <p>{text}</p>
        {warning === null || isUsed ? null : <p className="text-warning-ink">{warning}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" disabled={isUsed} onClick={() => onUse(String(learningRate))}>
          Use {learningRate}
        </Button>
        {isUsed ? <span className="text-muted text-sm">The form has this rate.</span> : null}
      </div>
    </>
  );
}

function buttonText(state: ProbeState): string {
  if (isUnderWay(state)) return "Cancel";
  return state.at === "idle" ? `Try rates on these rows (about ${WORDS})` : "Try rates again";
}

const WORDS = PROBE_SECONDS === 10 ? "ten seconds" : `${PROBE_SECONDS} seconds`;
