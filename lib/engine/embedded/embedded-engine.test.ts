import { portGuarantees } from "#lib/testing/engines/port-guarantees.ts";
import { embeddedEngine } from "./embedded-engine.ts";

portGuarantees(embeddedEngine);
