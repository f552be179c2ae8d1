// `npm run reset-password -- <e-mail>`: a link by which someone who forgot their password chooses a new one, for the owner of the machine.
import { env, WrongSetting } from "#lib/platform/env.ts";
import { requireMigrated } from "#lib/platform/processes/migrate/migrate.ts";
import { reachDatabase } from "./lib/start/database/reach-database.ts";
import { generateClient } from "./lib/start/prepare/prepare-sources.ts";

const USAGE = "Name the account: npm run reset-password -- <e-mail>";

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run([email, ...more]: string[]): Promise<void> {
  if (!email || more.length > 0) throw new WrongSetting(USAGE);
  const settings = env();
  const database = await reachDatabase(settings);
  try {
    await requireMigrated(database.url);
    await generateClient(new AbortController().signal);
    // It stands on the generated client, which a fresh clone has only now.
    const { makeResetLink } = await import("./lib/make-reset-link.ts");
    const origin = settings.NEXTAUTH_URL ?? `http://127.0.0.1:${settings.PORT}`;
    console.log(await makeResetLink(database.url, { email, origin }));
  } finally {
    await database.stop();
  }
}
