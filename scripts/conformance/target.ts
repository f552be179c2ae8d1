import fs from "node:fs";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { exampleTarget } from "#lib/platform/env.ts";
import { startService } from "../../e2e/support/service.ts";

/** A running service, and a key that may make projects in its entity. */
export type Target = { readonly url: string; readonly key: string; readonly entity: string };

const ENTITY = "local";

/** The service of `SPINDLE_URL` and `SPINDLE_API_KEY`; where they name none, one is started for this run, with an empty data folder. */
export async function withTarget<T>(work: (target: Target) => Promise<T>): Promise<T> {
  const { url, key: given } = exampleTarget();
  if (url && given) return work({ url, key: given, entity: ENTITY });
  const { key } = mintApiKey();
  const service = await startService({
    INIT_PROJECT: `${ENTITY}/playground`,
    INIT_API_KEY: key,
    LOG_LEVEL: "warn",
  });
  try {
    return await work({ url: service.url, key, entity: ENTITY });
  } finally {
    await service.stop();
    fs.rmSync(service.dataDir, { recursive: true, force: true });
  }
}
