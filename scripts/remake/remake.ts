// `npm run remake -- <model>[:step3]`: trains every job of a checkpoint again, in a scratch folder, and says whether the weights are the same to the bit.
import { parseArgs } from "node:util";
import { env, WrongSetting } from "#lib/platform/env.ts";
import { requireMigrated } from "#lib/platform/processes/migrate/migrate.ts";
import { reachDatabase } from "../lib/start/database/reach-database.ts";
import { generateClient } from "../lib/start/prepare/prepare-sources.ts";

const USAGE =
  "Name the checkpoint: npm run remake -- <model>[:step3 or :alias] [--from STEP] [--out FOLDER] [--restore] [--with-retracted] [--any-machine]";

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(args: string[]): Promise<number> {
  const wanted = read(args);
  const database = await reachDatabase(env());
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => stop.abort(new Error("Stopped; nothing was changed.")));
  try {
    await requireMigrated(database.url);
    await generateClient(stop.signal);
    // It stands on the generated client, which a fresh clone has only now.
    const { remakeModel } = await import("./remake-model.ts");
    return await remakeModel(database.url, { ...wanted, signal: stop.signal });
  } finally {
    await database.stop();
  }
}

function read(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        from: { type: "string" },
        out: { type: "string" },
        restore: { type: "boolean", default: false },
        "with-retracted": { type: "boolean", default: false },
        "any-machine": { type: "boolean", default: false },
      },
    });
    const [name, ...more] = positionals;
    const from = values.from === undefined ? null : Number(values.from);
    if (!name || more.length > 0 || (from !== null && !(Number.isSafeInteger(from) && from >= 0)))
      throw new WrongSetting(USAGE);
    return {
      name,
      from,
      out: values.out ?? null,
      isRestored: values.restore,
      withRetracted: values["with-retracted"],
      anyMachine: values["any-machine"],
    };
  } catch {
    throw new WrongSetting(USAGE);
  }
}
