import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { EngineFault } from "#lib/engine/port/engine-fault.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import type { Body } from "./wire.internal.ts";

/** The port's error for what the server refused. */
export function portError({ fields: { error } }: Body): Error {
  const { kind, message } = hasReason(error) ? error : { kind: "fault", message: "It gave no reason" };
  if (kind === "corrupt") return new CorruptFiles(message);
  if (kind === "missing") return new MissingFiles(message);
  if (kind === "unsupported") return new UnsupportedModel(message);
  return new EngineFault(`The engine's server failed: ${message}`);
}

function hasReason(error: unknown): error is { kind: string; message: string } {
  return (
    typeof error === "object" &&
    error !== null &&
    "kind" in error &&
    typeof error.kind === "string" &&
    "message" in error &&
    typeof error.message === "string"
  );
}
