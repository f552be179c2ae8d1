import { afterAll, beforeAll } from "vitest";
import { chooseEngine } from "#lib/engine/choose-engine.ts";
import type { Engine } from "#lib/engine/port/port.ts";
import { overrideSettings } from "#lib/platform/env.ts";
import { policyOpening } from "#lib/serving/sampler/open-served-policy.ts";
import { PolicyStore } from "#lib/serving/sampler/policy-store.ts";
import { startSamplerServer } from "#lib/serving/sampler/sampler-server.ts";

const MIB = 1024 * 1024;
const TOKEN = "a token for tests";

type TestSampler = { engine?: Engine; memoryMib?: number; slots?: number; capacity?: number };

/** Runs the sampler in this process for the tests of a file; call it once, at its top. Gives its store once it is started. */
export function startTestSampler(options: TestSampler = {}): () => PolicyStore {
  let store: PolicyStore | undefined;
  let stop = async () => undefined;
  beforeAll(async () => {
    const { engine = chooseEngine(), memoryMib = 256, slots = 8, capacity = 64 } = options;
    const sampling = { slots, threads: 1, queueDepth: capacity, memoryBytes: memoryMib * MIB };
    const opened = new PolicyStore(policyOpening(engine, sampling));
    const server = await startSamplerServer({ store: opened, token: TOKEN, capacity, port: 0 });
    overrideSettings({ SPINDLE_SAMPLER_URL: server.url, SPINDLE_SAMPLER_TOKEN: TOKEN });
    store = opened;
    stop = async () => {
      await server.close();
      await opened.close();
      return undefined;
    };
  });
  afterAll(() => stop());
  return () => {
    if (!store) throw new Error("The sampler is not started; use it inside a test or a hook");
    return store;
  };
}
