import type { AccountCtx } from "#lib/access/context.ts";
import {
  MIN_PROBED_ROWS,
  PROBE_EVENTS,
  PROBE_SECONDS,
  type RateProbe,
} from "#lib/contract/training/rate-probes.ts";
import { ratedModel, usualLearningRate } from "#lib/contract/training/usual-rates.ts";
import * as z from "#lib/contract/zod.ts";
import type { OpenModel } from "#lib/models/open-model.ts";
import { SpindleError, Unavailable } from "#lib/platform/errors.ts";
import { processWide } from "#lib/platform/process-wide.ts";
import { type ServerEvent, ServerEvents } from "#lib/platform/server-events.ts";
import { type PlaceInLine, ProbeLine } from "#lib/training/probe/probe-line.ts";
import { PROBE_STEPS } from "#lib/training/probe/probe-rates.ts";
import type { ProbeRequest } from "#lib/training/probe/probe-request.ts";
import { runProbe } from "#lib/training/probe/run-probe.ts";
import { fewRows, type ProbedRates, verdictOf } from "#lib/training/probe/verdict.ts";
import { methodOf } from "#lib/training/trainer/prepare/method-of.ts";
import { trainingPace } from "#lib/training/trainer/prepare/prepare-job.ts";
import { type ProbedKind, weightsToProbe } from "./weights-to-probe.internal.ts";

export type WantedProbe = {
  readonly model: OpenModel;
  readonly lines: ProbeRequest["lines"];
  readonly job: ProbedKind;
  /** On the wire. */
  readonly config: unknown;
  readonly startStep: number | undefined;
  /** That of the request. */
  readonly namedRate: number | null;
  readonly stream: boolean;
};

/** Refuses what can be seen to be wrong at once, and answers what comes of the probe: whole, or as events. */
export async function answerProbe(ctx: AccountCtx, wanted: WantedProbe): Promise<RateProbe | ServerEvents> {
  const { model, lines, job, config, startStep, namedRate, stream } = wanted;
  const usualRate = usualLearningRate(job.kind, ratedModel(model));
  const weights = await weightsToProbe(ctx.db, model, { job, startStep });
  const rates = { usualRate, namedRate, rows: lines.length };
  if (lines.length < MIN_PROBED_ROWS) return answerAtOnce(fewRows(rates), stream);
  const request: ProbeRequest = {
    ...{ ...weights, config, lines, usualRate, ...trainingPace(), ...PROBE_STEPS },
    method: methodOf(model),
    budgetMs: PROBE_SECONDS * 1000,
  };
  const line = processWide("rate-probes", () => new ProbeLine());
  const gone = new AbortController();
  const signal = AbortSignal.any([ctx.signal, gone.signal]);
  const place = line.enter(model.projectId, signal);
  const steps = inTurn(place, { request, rates, signal });
  return stream ? new ServerEvents(leftWith(eventsOf(steps, signal), gone)) : resultOf(steps);
}

function answerAtOnce(probe: RateProbe, stream: boolean): RateProbe | ServerEvents {
  return stream ? new ServerEvents(eventsAtOnce(probe)) : probe;
}

async function* eventsAtOnce(probe: RateProbe): AsyncGenerator<ServerEvent> {
  yield eventOf("result", probe);
}

/** What an event carries. */
type Carried = { [Name in keyof typeof PROBE_EVENTS]: z.output<(typeof PROBE_EVENTS)[Name]> };
type Step = { [Name in Exclude<keyof Carried, "failed">]: { event: Name; data: Carried[Name] } }[Exclude<
  keyof Carried,
  "failed"
>];
type Turn = { request: ProbeRequest; rates: ProbedRates; signal: AbortSignal };

/** The last one is the result. */
async function* inTurn(place: PlaceInLine, { request, rates, signal }: Turn): AsyncGenerator<Step> {
  try {
    for await (const before of place.places()) yield { event: "waiting", data: { place: before } };
    yield { event: "opening", data: {} };
    for await (const progress of runProbe(request, signal)) {
      if (progress.kind === "curve") yield { event: "result", data: verdictOf(progress.curve, rates) };
      if (progress.kind !== "point") continue;
      const { point, step, steps } = progress;
      const shown = { learningRate: point.rate, loss: point.loss };
      yield { event: "step", data: { step, steps, point: shown } };
    }
  } finally {
    place.leave();
  }
}

async function resultOf(steps: AsyncGenerator<Step>): Promise<RateProbe> {
  for await (const step of steps) if (step.event === "result") return step.data;
  throw new Error("A probe ended without a result");
}

/** The last event is the result, or says why there is none. */
async function* eventsOf(steps: AsyncGenerator<Step>, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  try {
    for await (const { event, data } of steps) yield eventOf(event, data);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SpindleError)) throw error;
    yield eventOf("failed", { detail: error.message, isPassing: error instanceof Unavailable });
  }
}

/** A generator ends only between two of its events; a reader who leaves ends what it waits for. */
function leftWith(events: AsyncGenerator<ServerEvent>, gone: AbortController): AsyncIterable<ServerEvent> {
  const left = () => {
    gone.abort();
    return events.return(undefined);
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: left }) };
}

function eventOf<Name extends keyof Carried>(event: Name, data: Carried[Name]): ServerEvent {
  return { event, data: JSON.stringify(z.encode(PROBE_EVENTS[event] as z.Schema, data)) };
}
