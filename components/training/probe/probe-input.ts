import { type JobDraft, jobInputs } from "#components/run/queries/job-draft.ts";
import { type PreferenceDraft, preferenceInput } from "#components/run/queries/preference-draft.ts";
import { probePreferenceTrainingJob, probeSftTrainingJob } from "#lib/contract/training/rate-probes.ts";
import type { ProbeInput } from "./probe-events.ts";

type Job = { modelId: string; dataUrl: string | null; usualRate: number };

/** What a supervised job's rates depend on; null while data are missing or a field is wrong. Of several jobs the first one is probed: they start from the base model. */
export function sftProbe({ modelId, dataUrl, usualRate }: Job, draft: JobDraft): ProbeInput | null {
  const isSweep = jobInputs(modelId, dataUrl, draft).length > 1;
  // Whatever rate is typed, and if it is none, a probe finds its own.
  const [input] = jobInputs(modelId, dataUrl, { ...draft, learningRate: String(usualRate) });
  if (!input) return null;
  const { trainingDataUrl, config = {} } = input;
  const { batchSize, assistantTurns, shuffle } = config;
  const startStep = isSweep ? 0 : input.startStep;
  return {
    endpoint: probeSftTrainingJob,
    body: { modelId, trainingDataUrl, startStep, config: { batchSize, assistantTurns, shuffle } },
  };
}

/** The same of a job that learns from preferences. */
export function preferenceProbe(
  { modelId, dataUrl, usualRate }: Job,
  draft: PreferenceDraft,
): ProbeInput | null {
  const input = preferenceInput(modelId, dataUrl, { ...draft, learningRate: String(usualRate) });
  if (!input) return null;
  const { trainingDataUrl, startStep, config = {} } = input;
  // How often and how long it learns changes no curve.
  const { learningRate: _, nEpochs, lrSchedule, warmupRatio, ...learned } = config;
  const { validationEvery, keep, checkpointEvery, ...settings } = learned;
  return {
    endpoint: probePreferenceTrainingJob,
    body: { modelId, trainingDataUrl, startStep, config: settings },
  };
}
