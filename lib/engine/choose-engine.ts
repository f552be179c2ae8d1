import { env } from "#lib/platform/env.ts";
import { embeddedEngine } from "./embedded/embedded-engine.ts";
import type { Engine } from "./port/port.ts";
import { torchEngine } from "./torch/torch-engine.ts";
import { torchSettings } from "./torch/torch-settings.ts";

/** The engine that trains and samples for this process, as the setting ENGINE says. */
export function chooseEngine(): Engine {
  const settings = env();
  return settings.ENGINE === "torch" ? torchEngine(torchSettings(settings)) : embeddedEngine;
}
