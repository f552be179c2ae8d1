import { ContextTooLong } from "#lib/engine/port/context-too-long.ts";
import { CorruptFiles } from "#lib/engine/port/corrupt-files.ts";
import { MissingFiles } from "#lib/engine/port/missing-files.ts";
import { TooLittleMemory } from "#lib/engine/port/too-little-memory.ts";
import { UnsupportedModel } from "#lib/engine/port/unsupported-model.ts";
import { withoutPlaces } from "#lib/engine/port/without-places.ts";
import { UnrenderableMessage } from "#lib/engine/text/unrenderable-message.ts";
import { RateLimited, Rejected } from "#lib/platform/errors.ts";
import type { SamplerFault } from "./sampler-protocol.ts";

type Fault = Pick<SamplerFault["fault"], "kind" | "message"> & Partial<SamplerFault["fault"]>;

/** The part of an error that the web process receives. */
export function samplerFault(error: unknown): { fault: Fault } {
  return { fault: faultOf(error) };
}

function faultOf(error: unknown): Fault {
  if (error instanceof RateLimited)
    return { kind: "rate_limited", message: error.message, retryAfterSeconds: error.retryAfterSeconds };
  if (error instanceof ContextTooLong)
    return { ...rejected(error), code: "context_length_exceeded", param: "messages" };
  if (error instanceof UnrenderableMessage) return { ...rejected(error), param: "messages" };
  if (error instanceof UnsupportedModel) return { ...rejected(error), param: "model" };
  if (error instanceof TooLittleMemory)
    return error.isLasting
      ? { ...rejected(error), code: error.code, param: error.param }
      : { kind: "busy", message: `${error.message}; try again when less is running` };
  if (error instanceof Rejected) return { ...rejected(error), code: error.code, param: error.param };
  if (error instanceof MissingFiles) return { kind: "missing", message: error.message };
  if (error instanceof CorruptFiles) return { kind: "corrupt", message: error.message };
  return { kind: "failed", message: "The engine failed; its log says why" };
}

function rejected({ message }: Error): Fault {
  return { kind: "rejected", message: withoutPlaces(message) };
}

/** Whether the policy itself is to blame, so that it should be loaded again. */
export function isPolicyFault(error: unknown): boolean {
  return faultOf(error).kind === "failed";
}
