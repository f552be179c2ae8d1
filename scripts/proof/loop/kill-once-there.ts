import { setTimeout as sleep } from "node:timers/promises";
import { childOf } from "../../../e2e/support/service.ts";
import type { House } from "./house.ts";

export type Program = "worker/main.ts" | "trainer/main.ts" | "sampler/main.ts";

const THERE_WITHIN_MS = 600_000;
const LOOK_EVERY_MS = 250;

/** Ends a program of the service as `kill -9` does, as soon as it runs. */
export async function killOnceThere({ service }: House, program: Program): Promise<void> {
  const deadline = performance.now() + THERE_WITHIN_MS;
  while (performance.now() < deadline) {
    try {
      process.kill(childOf(service, program), "SIGKILL");
      return;
    } catch {
      // It is being started again.
      await sleep(LOOK_EVERY_MS);
    }
  }
  throw new Error(`There is no ${program} to kill`);
}
