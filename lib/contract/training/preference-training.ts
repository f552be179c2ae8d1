import { endpoint, MIB } from "#lib/contract/endpoint.ts";
import { identifier, text } from "#lib/contract/fields.ts";
import { maybe, wireObject } from "#lib/contract/wire.ts";
import { JOB_LABELS } from "./job-labels.ts";
import { PreferenceConfig } from "./preference-config.ts";
import { creates, JOB_START, shared } from "./training.ts";
import { PreferenceCheck } from "./training-data.ts";

const PREFERENCE_JOB = {
  body: wireObject({
    modelId: identifier(),
    trainingDataUrl: text({ min: 1, max: 32 * MIB }),
    validationDataUrl: maybe(text({ min: 1, max: 32 * MIB })),
    config: maybe(PreferenceConfig),
    ...JOB_START,
    ...JOB_LABELS,
  }),
};
const EXAMPLE = {
  model_id: "019a5b30-4c1d-7e2f-8a3b-5c6d7e8f9a0b",
  training_data_url: "weave:///acme/support/object/support-pairs:v0",
  config: { loss: "dpo", beta: 0.1, anchor: 1, n_epochs: 2, learning_rate: 0.0002 },
};

export const createPreferenceTrainingJob = endpoint({
  ...creates,
  operationId: "createPreferenceTrainingJob",
  summary: "Trains a model on what people preferred",
  description:
    '`training_data_url` is as for a supervised job; a dataset version must be of kind preference, or for the loss `kto` of kind kto, too, and for `rwr` of kind reward. Each line of the data is a pair `{"prompt": […], "chosen": […], "rejected": […]}` (TRL’s forms are read too, and OpenAI’s `{"input": {"messages": […]}, "preferred_output": […], "non_preferred_output": […]}`), for the loss `kto` also `{"prompt": […], "completion": […], "label": true}`, and for `rwr` `{"prompt": […], "completion": […], "reward": 1}` or `{"trajectories": [{"messages_and_choices": […], "reward": 1}, …]}`; with an optional `weight`. All lines are read before the job is queued, but for those of an `https:` address, which is fetched when the job begins. Rows that are held out, those of `validation_data_url` or else of the dataset’s version, give the metrics `validation_loss`, `validation_accuracy` and `validation_margin`. The reference that `dpo`, `ipo` and `kto` compare with is the model as the job finds it, or the checkpoint of `reference_step`.',
  path: "/v1/preview/preference-training-jobs",
  input: PREFERENCE_JOB,
  maxBodyBytes: 32 * MIB,
  example: { ...EXAMPLE, name: "Better answers", tags: ["baseline"] },
});

export const validatePreferenceTrainingJob = endpoint({
  ...shared,
  operationId: "validatePreferenceTrainingJob",
  summary: "Checks a preference job without creating it",
  description:
    "Accepts the same request. Errors in lines are listed in `problems`, up to 20, and are not refused. An `https:` address is fetched for this.",
  method: "POST",
  path: "/v1/preview/preference-training-jobs/validate",
  needs: "training:write",
  input: PREFERENCE_JOB,
  reply: PreferenceCheck,
  statuses: [404],
  maxBodyBytes: 32 * MIB,
  example: EXAMPLE,
});
