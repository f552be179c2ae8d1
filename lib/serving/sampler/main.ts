// The sampler process: it holds weights and samples for the web processes. `npm start` runs it; it ends with its parent.
import { chooseEngine } from "#lib/engine/choose-engine.ts";
import { env, samplerAddress, WrongSetting } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log.ts";
import { beatToParent } from "#lib/platform/processes/beat-to-parent.ts";
import { endWithParent } from "#lib/platform/processes/end-with-parent.ts";
import { policyOpening } from "./open-served-policy.ts";
import { PolicyStore } from "./policy-store.ts";
import { startSamplerServer } from "./sampler-server.ts";

process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "the sampler process failed");
  process.exit(1);
});
beatToParent();

const address = samplerAddress();
if (!address) throw new WrongSetting("The sampler has no address; start the service with npm start.");
const { SAMPLE_SLOTS, SAMPLE_THREADS, SAMPLE_MEMORY_MIB, CHAT_QUEUE_DEPTH } = env();
const store = new PolicyStore(
  policyOpening(chooseEngine(), {
    slots: SAMPLE_SLOTS,
    threads: SAMPLE_THREADS,
    queueDepth: CHAT_QUEUE_DEPTH + SAMPLE_SLOTS,
    memoryBytes: SAMPLE_MEMORY_MIB * 1024 * 1024,
  }),
);
const server = await startSamplerServer({
  store,
  token: address.token,
  port: Number(new URL(address.url).port),
  capacity: CHAT_QUEUE_DEPTH + SAMPLE_SLOTS,
});
log.info({ url: server.url }, "the sampler has started");

// The web process ends first, so that replies in progress are finished.
endWithParent(
  async () => {
    await server.close();
    await store.close();
    log.info("the sampler has stopped");
  },
  { leavesInterrupt: true },
);
