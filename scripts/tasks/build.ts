// `npm run build`: the database client, and the pages and routes as a start serves them.
import { buildApplication, generateClient } from "../lib/start/prepare/prepare-sources.ts";
import { runTask, takeNoArguments } from "../lib/tasks/wrong-use.ts";

await runTask(async () => {
  takeNoArguments("build", process.argv.slice(2));
  const { signal } = new AbortController();
  await generateClient(signal);
  let isNew = false;
  await buildApplication(signal, () => {
    isNew = true;
    console.log("Building the application (about half a minute) …");
  });
  console.log(isNew ? "Built." : "Nothing changed since the last build.");
  return 0;
});
