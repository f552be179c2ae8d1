import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { isDict } from "#lib/contract/fields.ts";
import { readMessage } from "./read-message.internal.ts";
import { EXPORT_TRACE_REQUEST } from "./trace-schema.internal.ts";

/** An export of spans and its answer as protobuf. Reading throws `Unreadable`. */
export const traceMessages = {
  read: (bytes: Uint8Array): unknown => readMessage(bytes, EXPORT_TRACE_REQUEST),
  write: writeReply,
};

/** ExportTraceServiceResponse with its ExportTracePartialSuccess; empty where all went well. */
function writeReply(reply: unknown): Uint8Array<ArrayBuffer> {
  const writer = new BinaryWriter();
  const partial = isDict(reply) ? reply.partialSuccess : undefined;
  if (isDict(partial)) {
    writer.tag(1, WireType.LengthDelimited).fork();
    writer.tag(1, WireType.Varint).int64(String(partial.rejectedSpans));
    writer.tag(2, WireType.LengthDelimited).string(String(partial.errorMessage));
    writer.join();
  }
  return writer.finish();
}
