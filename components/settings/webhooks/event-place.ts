import { type ProjectPath, projectHref } from "#components/layout/state/navigation.ts";
import type { WebhookDelivery } from "#lib/contract/automation/webhooks.ts";
import { isDict } from "#lib/contract/fields.ts";

type Ids = { readonly [name: string]: unknown };
/** The parts of an address below the project, and what to show there. */
type Place = readonly [parts: readonly unknown[], search?: string];

const PLACES: { readonly [subject: string]: (ids: Ids) => Place } = {
  annotation: (ids) => [["queues", ids.queue_id, "items"], `?item=${ids.item_id}`],
  queue: (ids) => [["queues", ids.queue_id]],
  dataset: (ids) => [["datasets", ids.dataset_id], `?version=v${ids.number}`],
  training_job: (ids) => [["training", ids.job_id]],
  evaluation_run: (ids) => [["evaluations", ids.evaluation_id, "runs", ids.run_id]],
  rl_run: (ids) => [["training", "runs", ids.run_id]],
  promotion: (ids) => [["models", ids.model_id], "?tab=aliases"],
  checkpoint_alias: (ids) => [["models", ids.model_id], "?tab=aliases"],
  loop: (ids) => [["loops", ids.loop_id]],
};

/** The page about what an event reports; null where there is none. */
export function eventPlace(
  project: ProjectPath,
  { type, payload }: Pick<WebhookDelivery, "type" | "payload">,
): string | null {
  const [subject = ""] = type.split(".");
  const placeOf = Object.hasOwn(PLACES, subject) ? PLACES[subject] : undefined;
  if (!placeOf || !isDict(payload.data)) return null;
  const [parts, search = ""] = placeOf(payload.data);
  const known = parts.filter((part) => typeof part === "string");
  return known.length === parts.length ? projectHref(project, ...known) + search : null;
}
