import { lossOf, PreferenceConfig } from "#lib/contract/training/preference-config.ts";
import { SftConfig } from "#lib/contract/training/training-config.ts";
import * as z from "#lib/contract/zod.ts";
import { verifyFolder } from "#lib/engine/embedded/files/write-folder.ts";
import type { Engine } from "#lib/engine/port/port.ts";
import { type ChatFormat, openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { preferenceRows, type RowShape, SUPERVISED_ROWS } from "#lib/training/data/row-shape.ts";
import { planSft } from "#lib/training/plan/plan-sft.ts";
import { sftSettings } from "#lib/training/plan/sft-settings.ts";
import { planPreference } from "#lib/training/preference/plan-preference.ts";
import { preferenceSettings } from "#lib/training/preference/preference-settings.ts";
import { ReferenceScorer } from "#lib/training/trainer/prepare/reference-scorer.ts";
import { type ProbedJob, probeRates } from "./probe-rates.ts";
import type { ProbeNotice, ProbeRequest } from "./probe-request.ts";
import type { RateCurve } from "./rate-curve.ts";

type Parts = {
  readonly send: (notice: ProbeNotice) => void;
  readonly signal: AbortSignal;
  /** In milliseconds, by which the time of the probe counts. */
  readonly now?: () => number;
};

/** Opens the weights that a job would start from, probes rates with them, and drops them. Nothing is written anywhere. */
export async function computeProbe(
  engine: Engine,
  request: ProbeRequest,
  { send, signal, now = () => performance.now() }: Parts,
): Promise<RateCurve> {
  const { start, method, tokenBudget, threads, budgetMs, minSteps, maxSteps } = request;
  const given = request.job.kind === "preference" ? [start, request.job.reference] : [start];
  for (const weights of given)
    if (weights?.verified) await verifyFolder(weights.verified.folder, weights.verified.files);
  const format = await openChatFormat(start.policy.modelFolder);
  const scorer = new ReferenceScorer({
    engine,
    policyAt: async () => referenceOf(request),
    options: { method, tokenBudget, threads },
  });
  const planned = plannedJob(request, { format, scorer, signal });
  const trainer = await engine.openTrainer(start.policy, { method, tokenBudget, threads });
  try {
    send({ kind: "opened" });
    return await probeRates(
      { ...planned, trainer, usualRate: request.usualRate },
      {
        ...{ budgetMs, minSteps, maxSteps, signal, now },
        onPoint: (point, at) => send({ kind: "point", point, ...at }),
      },
    );
  } finally {
    await trainer.close();
    await scorer.close();
  }
}

type Known = { format: ChatFormat; scorer: ReferenceScorer; signal: AbortSignal };

/** What a probe measures with no other rows than those it learns, and leaves nothing on the way. */
const PROBED = { keep: "last", validationEvery: 0, checkpointEvery: null } as const;

/** Plans of the first rows, with the settings that the job would have. */
function plannedJob(
  request: ProbeRequest,
  { format, scorer, signal }: Known,
): Pick<ProbedJob, "planOf" | "rows" | "batchSize"> {
  const { job } = request;
  const { contextLength } = format;
  const given = { format, contextLength, validationRows: [], signal };
  if (job.kind === "sft") {
    const rows = readLines(request, SUPERVISED_ROWS);
    const config = z.decode(SftConfig, request.config);
    const settings = { ...sftSettings(config, job), ...PROBED, epochs: 1 };
    return {
      planOf: (some) => planSft({ ...given, rows: rows.slice(0, some), settings }),
      rows: rows.length,
      batchSize: settings.batchSize,
    };
  }
  const config: PreferenceConfig = {
    ...z.decode(PreferenceConfig, request.config),
    keep: "last",
    nEpochs: 1,
  };
  const rows = readLines(request, preferenceRows(lossOf(config)));
  const { startStep } = job;
  const scoreCheckpoint = scorer.score.bind(scorer);
  return {
    planOf: (some) =>
      planPreference({ ...given, rows: rows.slice(0, some), config, startStep, scoreCheckpoint }),
    rows: rows.length,
    batchSize: preferenceSettings(config).batchSize,
  };
}

function readLines<T>({ lines }: ProbeRequest, { read }: RowShape<T>): T[] {
  return lines.map(({ text, number }) => read(JSON.parse(text), number));
}

function referenceOf({ job, start }: ProbeRequest): ProbeRequest["start"]["policy"] {
  return (job.kind === "preference" ? job.reference : null)?.policy ?? start.policy;
}
