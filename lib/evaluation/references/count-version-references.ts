import type { Ctx } from "#lib/access/context.ts";
import type * as contract from "#lib/contract/datasets/version-references.ts";
import type { ReferenceCount } from "#lib/contract/datasets/version-references.ts";
import type { InputOf, ReplyOf } from "#lib/contract/endpoint.ts";
import { findVersion } from "#lib/datasets/find-version.ts";
import { IS_MEASURED } from "#lib/datasets/measured-version.ts";
import { IS_PROMPT } from "#lib/datasets/prompted-version.ts";
import { itemsOf, type SomeRows } from "./items-of.internal.ts";

type Endpoint = typeof contract.countVersionReferences;

/** As many as a preview of a dataset reads. */
const MOST_ROWS = 2000;

export async function countVersionReferences(
  ctx: Ctx,
  { datasetId, version }: InputOf<Endpoint>,
): Promise<ReplyOf<Endpoint>> {
  const { id: versionId, number } = await findVersion(ctx, { datasetId, version });
  return {
    number,
    asked: await countOf(ctx, { versionId, where: IS_PROMPT }),
    measured: await countOf(ctx, { versionId, where: IS_MEASURED }),
  };
}

async function countOf(ctx: Ctx, some: SomeRows): Promise<ReferenceCount> {
  const count = { rows: 0, references: 0 };
  for await (const item of itemsOf(ctx, some)) {
    if (count.rows === MOST_ROWS) return { ...count, isSampled: true };
    count.rows += 1;
    if (item?.reference != null) count.references += 1;
  }
  return { ...count, isSampled: false };
}
