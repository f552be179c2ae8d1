import { portGuarantees } from "#lib/testing/port-guarantees.ts";
import { embeddedEngine } from "./embedded-engine.ts";

portGuarantees(embeddedEngine);
