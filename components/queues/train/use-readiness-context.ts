import { useQuery } from "@tanstack/react-query";
import { labelsOf } from "#components/graders/parts/own-judge.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { expectedText } from "#components/quality/overview/learning-text.ts";
import { learningCurveQuery } from "#components/quality/quality-queries.ts";
import { useQueue } from "#components/queues/parts/queue-context.ts";
import { queueFieldsQuery } from "#components/queues/parts/queue-queries.ts";
import type { QueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import type { Places } from "./readiness-tiles.tsx";

/** What people could have said, where the rows teach values. */
export function useOfferedValues({ dataset, agreement }: QueueReadiness): string[] {
  const { projectId } = useProject();
  const queue = useQueue();
  const fields = useQuery(queueFieldsQuery(projectId, queue.scorerRefs)).data ?? [];
  const field = fields.find(({ ref }) => ref === agreement?.ref);
  const teaches = dataset.recipe.sources.some(
    (one) => "use" in one && (one.use === "labels" || one.use === "judge"),
  );
  return field && teaches ? labelsOf(field) : [];
}

/** What more answers promise; nothing where nobody can know. */
export function useForecast({ agreement }: QueueReadiness): string | null {
  const { projectId } = useProject();
  const queue = useQueue();
  const curves = useQuery(learningCurveQuery(projectId, queue.id));
  const curve = curves.data?.fields.find(({ ref }) => ref === agreement?.ref);
  return curve?.expected ? expectedText(curve.expected) : null;
}

/** Where the numbers of this queue lead. */
export function usePlaces({ agreement, dataset }: QueueReadiness): Places {
  const { entity, project } = useProject();
  const queue = useQueue();
  const to = (...segments: string[]) => projectHref({ entity, project }, ...segments);
  const field = agreement ? `?field=${encodeURIComponent(agreement.ref)}` : "";
  const quality = `${to("queues", queue.id, "quality")}${field}`;
  return {
    quality,
    disagreements: `${quality}${field === "" ? "?" : "&"}undecided=1`,
    forecast: quality,
    conflicts: dataset.latestVersion?.counts.conflicts?.prompts
      ? `${to("datasets", dataset.id)}?conflict=1`
      : null,
    rows: dataset.latestVersion ? to("datasets", dataset.id) : null,
    jobs: to("training"),
    items: to("queues", queue.id, "items"),
    item: (queueId, itemId) => `${to("queues", queueId, "items")}?item=${encodeURIComponent(itemId)}`,
  };
}
