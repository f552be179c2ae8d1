import type { Ctx } from "#lib/access/context.ts";
import { requireQueue } from "#lib/annotation/require-queue.ts";
import type {
  getQueueReadiness as contract,
  QueueReadiness,
} from "#lib/contract/datasets/queue-readiness.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { chooseQueueDataset } from "#lib/datasets/readiness/choose-queue-dataset.ts";
import { foreseeBuild } from "#lib/datasets/readiness/foresee-build.ts";
import { Conflict, InvalidRequest, NotFound } from "#lib/platform/errors.ts";
import { foreseeTraining } from "./foresee-training.internal.ts";
import { modelToTrain } from "./model-to-train.internal.ts";

type Endpoint = typeof contract;

/** What the answers are good for now. Nothing is stored, so that it can be asked after each of them. */
export async function getQueueReadiness(ctx: Ctx, input: InputOf<Endpoint>): Promise<ReplyOf<Endpoint>> {
  const { queueId, modelId } = input;
  await requireQueue(ctx, queueId);
  const { datasets, chosen } = await chooseQueueDataset(ctx, input);
  if (!chosen) return { datasets, readiness: null };
  const model = await modelToTrain(ctx, { dataset: chosen, modelId });
  const built = await foreseeBuild(ctx, chosen, queueId).catch(problemOf);
  if ("text" in built) return { datasets, readiness: { ...NOTHING, dataset: chosen, problem: built } };
  const { agreement, outlook: build, lines } = built;
  const training = await foreseeTraining(ctx, { kind: chosen.kind, lines, model });
  return { datasets, readiness: { dataset: chosen, agreement, build, problem: null, training } };
}

const NOTHING = { agreement: null, build: null, training: null };

type Problem = NonNullable<QueueReadiness["problem"]>;

/** What a build would be refused for. All else is no answer. */
function problemOf(error: unknown): Problem {
  if (error instanceof Conflict) return { code: error.code, text: error.message };
  if (error instanceof NotFound) return { code: null, text: error.message };
  if (error instanceof InvalidRequest)
    return { code: null, text: error.problems.map(({ msg }) => msg).join("; ") };
  throw error;
}
