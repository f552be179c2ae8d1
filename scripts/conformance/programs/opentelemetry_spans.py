"""The OpenTelemetry SDK with its OTLP exporter over HTTP, as published, set up by variables alone."""

import os
import time

from promises import ENTITY, KEY, URL, ask_lines, equal, own, promise

NAME = own("otel-python")
os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = f"{URL}/api/otel"
os.environ["OTEL_EXPORTER_OTLP_HEADERS"] = f"Authorization=Bearer%20{KEY},project_id={ENTITY}/{NAME}"
os.environ["OTEL_EXPORTER_OTLP_COMPRESSION"] = "gzip"

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: E402
from opentelemetry.sdk.resources import Resource  # noqa: E402
from opentelemetry.sdk.trace import TracerProvider  # noqa: E402
from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: E402
from opentelemetry.trace import Status, StatusCode  # noqa: E402

provider = TracerProvider(resource=Resource.create({"service.name": "conformance"}))
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
tracer = provider.get_tracer("conformance")

with tracer.start_as_current_span("answer") as turn:
    turn.set_attribute("wandb.thread_id", "otel-thread")
    turn.set_attribute("wandb.is_turn", True)
    turn.set_attribute("input.value", "How warm is it?")
    turn.set_attribute("output.value", "Warm.")
    with tracer.start_as_current_span("chat small") as chat:
        chat.set_attribute("gen_ai.operation.name", "chat")
        chat.set_attribute("gen_ai.request.model", "small")
        chat.set_attribute("gen_ai.usage.input_tokens", 12)
        chat.set_attribute("gen_ai.usage.output_tokens", 3)
    with tracer.start_as_current_span("look up") as broken:
        broken.set_status(Status(StatusCode.ERROR, "no such city"))

TURN_ID = f"{turn.get_span_context().span_id:016x}"


def stored() -> dict[str, dict]:
    calls = ask_lines("/calls/stream_query", {"project_id": f"{ENTITY}/{NAME}"})
    return {call["id"]: call for call in calls}


with promise("an export is taken, and each span is a call of one trace"):
    equal(provider.force_flush(20_000), True)
    provider.shutdown()
    for _ in range(50):
        if len(stored()) == 3:
            break
        time.sleep(0.2)
    equal(len(stored()), 3)
    equal(len({call["trace_id"] for call in stored().values()}), 1)

with promise("what was asked, answered and used is readable as in any call"):
    calls = stored()
    equal((calls[TURN_ID]["inputs"], calls[TURN_ID]["output"]), ({"input": "How warm is it?"}, "Warm."))
    child = next(call for call in calls.values() if call["op_name"] == "chat small")
    equal(child["parent_id"], TURN_ID)
    usage = child["summary"]["usage"]["small"]
    equal((usage["prompt_tokens"], usage["completion_tokens"]), (12, 3))

with promise("a failed span is a call with an exception"):
    failed = next(call for call in stored().values() if call["op_name"] == "look up")
    equal("no such city" in failed["exception"], True)

with promise("the conversation is a thread with one turn"):
    threads = ask_lines("/threads/stream_query", {"project_id": f"{ENTITY}/{NAME}"})
    equal([(thread["thread_id"], thread["turn_count"]) for thread in threads], [("otel-thread", 1)])
