// `npm run migrate`: applies, beside a running service of an older version, the migrations of this version that the older one can live with.
import { env } from "#lib/platform/env.ts";
import { migrate } from "#lib/platform/processes/migrate/migrate.ts";
import { progressText } from "#lib/platform/processes/migrate/report.ts";
import { reachDatabase } from "../lib/start/database/reach-database.ts";
import { takeNoArguments } from "../lib/tasks/wrong-use.ts";

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

let printed = "";

/** A wait is reported again and again. */
function print(text: string): void {
  if (text !== printed) console.log(text);
  printed = text;
}

async function run(): Promise<void> {
  takeNoArguments("migrate", process.argv.slice(2));
  const database = await reachDatabase(env());
  try {
    const applied = await migrate(database.url, {
      beside: true,
      report: (progress) => print(`${progressText(progress)} …`),
    });
    const done = applied.length === 0 ? "Nothing can be done now" : `Applied ${applied.length}`;
    console.log(`${done}; the next start applies what is left.`);
  } finally {
    await database.stop();
  }
}
