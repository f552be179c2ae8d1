import { hkdfSync, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { WrongSetting } from "#lib/platform/env.ts";
import { readIfThere } from "#lib/platform/processes/read-if-there.ts";

const MARKER = "store-id";
const FINGERPRINT_BYTES = 16;

type Instance = { secretFingerprint: string; storeId: string };

type Start = {
  databaseUrl: string;
  secret: string;
  dataDir: string;
  /** What may differ from the last start, by a person's word. */
  accepts: readonly ("secret" | "store")[];
};

/**
 * Sees to it that secret and data folder are those that the database was used with. Under another secret every session ends and no sealed
 * key opens, and in another folder every file that a row names is missing: mistakes that would show only later, and as something else. The
 * first start on a database writes down what it has.
 */
export async function requireSameInstance({ databaseUrl, secret, dataDir, accepts }: Start): Promise<void> {
  const found = { secretFingerprint: fingerprintOf(secret), storeId: readMarker(dataDir) };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // One transaction, so that a start that breaks off leaves a marker that no database knows, and never the other way round.
    await client.query("BEGIN");
    const known = await knownInstance(client, { ...found, storeId: found.storeId ?? randomUUID() });
    if (known.secretFingerprint !== found.secretFingerprint && !accepts.includes("secret"))
      throw new WrongSetting(OTHER_SECRET);
    // The folder whose first start this is gets the id that was just written down.
    const isOwn = found.storeId === known.storeId || (found.storeId === null && known.isNew);
    if (!isOwn && !accepts.includes("store")) throw new WrongSetting(otherStore(dataDir));
    const storeId = isOwn ? known.storeId : (found.storeId ?? randomUUID());
    if (found.storeId !== storeId) writeMarker(dataDir, storeId);
    await client.query("UPDATE instance SET secret_fingerprint = $1, store_id = $2", [
      found.secretFingerprint,
      storeId,
    ]);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

const OTHER_SECRET =
  "This database was used with another secret: sign-ins would end and stored keys of upstreams would not open. Set NEXTAUTH_SECRET to the one it was used with, " +
  "or put back the file nextauth-secret of its data folder. To continue with the new one, start once with SPINDLE_ACCEPT=secret.";

function otherStore(dataDir: string): string {
  return (
    `The data folder ${dataDir} is not the one that this database was used with, and its files (checkpoints, uploads, job data) are not in it. Set SPINDLE_DATA_DIR to that folder, ` +
    "or DATABASE_URL to this folder's database. To continue with this folder, start once with SPINDLE_ACCEPT=store."
  );
}

async function knownInstance(client: pg.Client, own: Instance): Promise<Instance & { isNew: boolean }> {
  const { rowCount } = await client.query(
    "INSERT INTO instance (secret_fingerprint, store_id) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
    [own.secretFingerprint, own.storeId],
  );
  const { rows } = await client.query<Instance>(
    'SELECT secret_fingerprint AS "secretFingerprint", store_id AS "storeId" FROM instance',
  );
  return { ...(rows[0] ?? own), isNew: rowCount === 1 };
}

/** Says nothing of the secret itself. */
function fingerprintOf(secret: string): string {
  return Buffer.from(
    hkdfSync("sha256", secret, "", "spindle: fingerprint of the secret", FINGERPRINT_BYTES),
  ).toString("hex");
}

function readMarker(dataDir: string): string | null {
  return readIfThere(path.join(dataDir, MARKER))?.trim() || null;
}

function writeMarker(dataDir: string, storeId: string): void {
  fs.writeFileSync(path.join(dataDir, MARKER), `${storeId}\n`, { mode: 0o600 });
}
