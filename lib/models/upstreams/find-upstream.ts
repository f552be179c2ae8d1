import type { Db } from "#lib/platform/db/database.ts";
import { NotFound, UpstreamFailed } from "#lib/platform/errors.ts";
import { unseal } from "#lib/platform/seal.ts";

/** An upstream with its key, for requests to it. Never log or send it. */
export type OpenUpstream = {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly key: string | null;
  readonly allowPrivate: boolean;
};

/**
 * The upstream that a model's name begins with, and the name that the upstream itself knows the model by; null where no upstream is called
 * so. Throws `NotFound` for a model that it does not serve, and `UpstreamFailed` where its key can no longer be opened.
 */
export async function findUpstream(
  db: Db,
  modelName: string,
): Promise<{ upstream: OpenUpstream; model: string } | null> {
  const slash = modelName.indexOf("/");
  if (slash < 1 || slash === modelName.length - 1) return null;
  const row = await db.prisma.upstream.findUnique({ where: { name: modelName.slice(0, slash) } });
  if (!row) return null;
  const model = modelName.slice(slash + 1);
  if (row.models.length > 0 && !row.models.includes(model))
    throw new NotFound(`The upstream ${row.name} does not serve a model ${model.slice(0, 300)}`);
  return { upstream: openUpstream(row), model };
}

type Row = { id: string; name: string; baseUrl: string; sealedKey: Uint8Array | null; allowPrivate: boolean };

export function openUpstream({ id, name, baseUrl, sealedKey, allowPrivate }: Row): OpenUpstream {
  const key = sealedKey && unseal(sealedKey, id);
  if (sealedKey && key === null)
    throw new UpstreamFailed(
      `The key of the upstream ${name} cannot be decrypted because the service's secret changed; an admin must enter the key again`,
    );
  return { id, name, baseUrl, key, allowPrivate };
}
