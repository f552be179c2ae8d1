import type { Engine } from "#lib/engine/port/port.ts";
import { embeddedEngine } from "./embedded/embedded-engine.ts";

/** The engine that trains and samples for this process. There is one so far; a setting will choose where there are more. */
export function chooseEngine(): Engine {
  return embeddedEngine;
}
