import type { Ctx } from "#lib/access/context.ts";
import { requireVersion } from "./require-dataset.internal.ts";

/** The version that `latest`, a number with or without `v`, or a digest names, for other rooms. Throws `NotFound` where the dataset or the version is not there. */
export async function findVersion(
  place: Pick<Ctx, "db" | "project">,
  named: { datasetId: string; version: string },
): Promise<{ id: string; number: number }> {
  const { id, number } = await requireVersion(place, named);
  return { id, number };
}
