// `npm run screenshots`: pictures of every screen, light, dark and on a phone, in screenshots/, and a small one of each in docs/screens/.
import { runProgram } from "./lib/checks/check.ts";
import { buildApplication, generateClient } from "./lib/start/prepare/prepare-sources.ts";

const { signal } = new AbortController();
await generateClient(signal);
await buildApplication(signal, () => undefined);
const { code, output } = await runProgram(["playwright", "test", "--project=screens"], {
  timeoutMs: 1_200_000,
});
console.log(output);
process.exitCode = code ?? 1;
