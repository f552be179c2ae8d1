// `npm run db:studio`: Prisma Studio on the service's database, whether the service runs or not. It works without a network.
import { parseArgs } from "node:util";
import { childEnvironment, env, WrongSetting } from "#lib/platform/env.ts";
import { freePort } from "#lib/platform/processes/ports.ts";
import { openAccess } from "../lib/start/database/open-database.ts";
import { reachDatabase } from "../lib/start/database/reach-database.ts";
import { passThrough } from "../lib/tasks/pass-through.ts";
import { runTask, WrongUse } from "../lib/tasks/wrong-use.ts";

/** Prisma would look for newer versions of itself. */
const QUIET = { CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" };

await runTask(async () => {
  const { port, browser } = readArguments();
  const settings = env();
  const database = await reachDatabase(settings).catch((error: unknown) => {
    throw error instanceof WrongSetting ? new WrongUse(error.message) : error;
  });
  try {
    // The role of the service's own processes: it changes rows and no table.
    const url = await openAccess(database.url, settings);
    const options = ["--url", url, "--port", port ?? String(await freePort()), "--browser", browser];
    return await passThrough(["prisma", "studio", ...options], childEnvironment(QUIET));
  } finally {
    await database.stop();
  }
});

function readArguments(): { port: string | undefined; browser: string } {
  try {
    const options = { port: { type: "string" }, browser: { type: "string", default: "none" } } as const;
    const { values } = parseArgs({ options });
    return { port: values.port, browser: values.browser };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WrongUse(`${reason}\nnpm run db:studio takes --port <number> and --browser <program>.`);
  }
}
