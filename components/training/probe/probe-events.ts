import { EventSourceParserStream } from "eventsource-parser/stream";
import { ApiError } from "#lib/client/api-error.ts";
import { requestOf } from "#lib/client/call.ts";
import type { InputOf } from "#lib/contract/endpoint.ts";
import {
  PROBE_EVENTS,
  type probePreferenceTrainingJob,
  type probeSftTrainingJob,
} from "#lib/contract/training/rate-probes.ts";
import * as z from "#lib/contract/zod.ts";

/** What a job would be made of, as far as a probe of its rates depends on it. */
export type ProbeInput =
  | { endpoint: typeof probeSftTrainingJob; body: InputOf<typeof probeSftTrainingJob> }
  | { endpoint: typeof probePreferenceTrainingJob; body: InputOf<typeof probePreferenceTrainingJob> };

export type ProbeEvent = {
  [Name in keyof typeof PROBE_EVENTS]: { event: Name; data: z.output<(typeof PROBE_EVENTS)[Name]> };
}[keyof typeof PROBE_EVENTS];

/** The stream ended before its last event. */
export class BrokenProbe extends Error {}

/** Tries rates, and gives what the service says on the way; leaving ends the work. */
export async function* probeEvents(
  { endpoint, body }: ProbeInput,
  signal: AbortSignal,
): AsyncGenerator<ProbeEvent> {
  const response = await fetch(requestOf(endpoint, { ...body, stream: true }, { signal }));
  if (!response.ok) throw await ApiError.of(response);
  if (!response.body) throw new BrokenProbe();
  yield* readProbeEvents(response.body);
}

/** Throws `BrokenProbe` where the stream ends without a result or a failure. Names that a newer service may send are passed over. */
export async function* readProbeEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ProbeEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new BrokenProbe();
      const event = eventOf(value.event, value.data);
      if (event) yield event;
      if (event?.event === "result" || event?.event === "failed") return;
    }
  } finally {
    // When the reader stops, the service may stop too.
    reader.cancel().catch(() => undefined);
  }
}

function eventOf(event: string | undefined, data: string): ProbeEvent | null {
  const name = Object.keys(PROBE_EVENTS).find((one) => one === event) as
    | keyof typeof PROBE_EVENTS
    | undefined;
  if (name === undefined) return null;
  // The name says which of them it is.
  return { event: name, data: z.decode(PROBE_EVENTS[name] as z.Schema, JSON.parse(data)) } as ProbeEvent;
}
