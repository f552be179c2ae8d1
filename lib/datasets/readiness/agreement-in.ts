import { alphaWithInterval } from "#lib/annotation/agreement/krippendorff-alpha.ts";
import { percentAgreement } from "#lib/annotation/agreement/percent-agreement.ts";
import { tabulate } from "#lib/annotation/agreement/rating-table.ts";
import type { QueueReadiness } from "#lib/contract/datasets/queue-readiness.ts";
import { valueReader } from "#lib/datasets/sources/build-candidates.ts";
import type { ReadItems, ReadSource } from "#lib/datasets/sources/read-sources.ts";

/** How far people agree in what a recipe takes of a queue, by the answers that were read for it; null where nothing of it is compared. */
export function agreementIn(sources: readonly ReadSource[], queueId: string): QueueReadiness["agreement"] {
  const source = sources.find((one): one is ReadItems => one.kind === "items" && isOfQueue(one, queueId));
  const { use, items } = source ?? {};
  const { ref, measure = null } = use?.field ?? {};
  if (!use || !items || ref === undefined || measure === null) return null;
  const read = valueReader(use);
  const ratings = items.flatMap(({ itemId, said }) =>
    said.flatMap(({ value, evidence }) => {
      const rated = read(value);
      return rated === null ? [] : [{ item: itemId, rater: evidence.userId ?? "", value: rated }];
    }),
  );
  const table = tabulate(ratings);
  return { ref, items: percentAgreement(table).items, ...alphaWithInterval(table, measure) };
}

function isOfQueue({ use }: ReadItems, queueId: string): boolean {
  return use !== null && "queueId" in use.used && use.used.queueId === queueId;
}
