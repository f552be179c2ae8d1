import type { Ctx } from "#lib/access/context.ts";
import { countAgainIn } from "./count-again-in.internal.ts";
import { retractedInVersions } from "./retracted-in-versions.ts";
import type { SinceRead } from "./version-records.internal.ts";

/** What changed of each version after it was read: what of it was retracted, and what it left out as retracted that counts again. */
export async function sinceRead(
  place: Pick<Ctx, "db" | "project">,
  versionIds: readonly string[],
): Promise<(versionId: string) => SinceRead> {
  const retracted = await retractedInVersions(place, versionIds);
  const again = await countAgainIn(place, versionIds);
  return (id) => ({ retracted: retracted.get(id) ?? null, countAgain: again.get(id) ?? 0 });
}
