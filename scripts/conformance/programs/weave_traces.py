"""The `weave` package, as published: ops, threads, feedback, objects, evaluations and annotation queues."""

import asyncio
import os

from promises import ENTITY, KEY, URL, equal, own, promise

os.environ["WANDB_BASE_URL"] = URL
os.environ["WF_TRACE_SERVER_URL"] = f"{URL}/traces"
os.environ["WANDB_API_KEY"] = KEY
os.environ["WEAVE_PARALLELISM"] = "2"

import weave  # noqa: E402 - reads the addresses when it is loaded

client = weave.init(f"{ENTITY}/{own('weave-python')}")


@weave.op
def look_up(city: str) -> dict:
    return {"city": city, "degrees": 21.5}


@weave.op
def answer(question: str) -> str:
    found = look_up("Rome")
    return f"{found['degrees']} degrees in {found['city']}"


@weave.op
def fail(reason: str) -> str:
    raise ValueError(reason)


def read(call_id: str):
    client.flush()
    return client.get_call(call_id)


with promise("an op in an op is one trace, read back with inputs, output and parent"):
    with weave.attributes({"env": "conformance"}):
        said, call = answer.call("How warm is it?")
    equal(said, "21.5 degrees in Rome")
    found = read(call.id)
    equal(dict(found.inputs), {"question": "How warm is it?"})
    equal(found.output, said)
    equal(found.attributes["env"], "conformance")
    children = list(found.children())
    equal([child.parent_id for child in children], [call.id])
    equal(dict(children[0].output), {"city": "Rome", "degrees": 21.5})
    equal(children[0].trace_id, found.trace_id)

with promise("an op that raises is a call with that exception"):
    try:
        fail("no parcel")
    except ValueError:
        pass
    client.flush()
    failed = [call for call in client.get_calls() if "fail" in call.op_name]
    equal(len(failed), 1)
    equal("no parcel" in failed[0].exception, True)

with promise("display names, summaries and deletion reach the service"):
    _, call = look_up.call("Oslo")
    client.flush()
    call.set_display_name("Weather of Oslo")
    equal(read(call.id).display_name, "Weather of Oslo")
    client.delete_call(call)
    client.flush()
    equal([one.id for one in client.get_calls(filter={"call_ids": [call.id]})], [])

with promise("filters, orders, limits and columns of get_calls"):
    for city in ["A", "B", "C"]:
        look_up(city)
    client.flush()
    calls = client.get_calls(
        query={"$expr": {"$eq": [{"$getField": "inputs.city"}, {"$literal": "B"}]}},
        sort_by=[{"field": "started_at", "direction": "desc"}],
        limit=5,
    )
    equal([call.inputs["city"] for call in calls], ["B"])
    newest = client.get_calls(sort_by=[{"field": "started_at", "direction": "desc"}], limit=2)
    equal([call.inputs["city"] for call in newest], ["C", "B"])

with promise("weave.thread makes a thread of turns with their durations"):
    with weave.thread("conversation-1"):
        answer("First?")
        answer("Second?")
    client.flush()
    threads = list(
        client.server.threads_query_stream(
            {"project_id": client.project_id, "filter": {"thread_ids": ["conversation-1"]}}
        )
    )
    equal([(thread.thread_id, thread.turn_count) for thread in threads], [("conversation-1", 2)])
    equal(threads[0].p50_turn_duration_ms >= 0, True)

with promise("reactions, notes and feedback of one's own, read back and purged"):
    _, call = answer.call("Rate me")
    client.flush()
    call.feedback.add_reaction("👍")
    call.feedback.add_note("to the point")
    own = call.feedback.add("correctness", {"value": 0.75})
    client.flush()
    kinds = sorted(item.feedback_type for item in call.feedback.refresh())
    equal(kinds, ["correctness", "wandb.note.1", "wandb.reaction.1"])
    equal([item.weave_ref for item in client.get_feedback(reaction="👍")], [call.ref.uri])
    call.feedback.purge(own)
    equal(len(list(call.feedback.refresh())), 2)

with promise("a dataset is published, found by its reference, and its rows are exact"):
    rows = [{"question": f"q{n}", "answer": n * 1.5} for n in range(150)]
    published = weave.publish(weave.Dataset(name="questions", rows=rows))
    found = weave.ref(published.uri).get()
    equal([dict(row) for row in found.rows], rows)

with promise("an evaluation runs over the dataset and its scores are stored"):

    @weave.op
    def guess(question: str) -> float:
        return int(question[1:]) * 1.5

    @weave.op
    def is_right(answer: float, output: float) -> dict:
        return {"right": output == answer}

    evaluation = weave.Evaluation(dataset=rows[:4], scorers=[is_right])
    summary = asyncio.run(evaluation.evaluate(guess))
    equal(summary["is_right"]["right"]["true_count"], 4)
    client.flush()
    names = [call.op_name for call in client.get_calls()]
    equal(sum("Evaluation.predict_and_score" in name for name in names), 4)

with promise("a prompt, and an object of one's own class, come back as they were"):

    class Persona(weave.Object):
        title: str
        strictness: int

    persona = weave.publish(Persona(name="judge", title="Judge", strictness=3))
    found = weave.ref(persona.uri).get()
    equal((found.title, found.strictness), ("Judge", 3))
    prompt = weave.publish(weave.StringPrompt("Say {word}."), name="say")
    equal(weave.ref(prompt.uri).get().format(word="yes"), "Say yes.")

with promise("an annotation queue: created, filled, listed, counted, renamed and deleted"):
    spec = weave.publish(
        weave.AnnotationSpec(name="Helpful", field_schema={"type": "boolean"}, unique_among_creators=True), "helpful"
    )
    _, first = answer.call("In the queue?")
    _, second = answer.call("In it, too?")
    queue_id = client.create_annotation_queue(
        name="Python", description="Be kind.", scorer_refs=[spec.uri]
    )
    added = client.add_calls_to_annotation_queue(
        queue_id, call_ids=[first.id, second.id, second.id], display_fields=["inputs.question", "output"]
    )
    equal((added.added_count, added.duplicates), (2, 0))
    again = client.add_calls_to_annotation_queue(queue_id, call_ids=[first.id], display_fields=["output"])
    equal((again.added_count, again.duplicates), (0, 1))
    items = client.list_annotation_queue_items(queue_id, include_position=True)
    equal(sorted(item.call_id for item in items), sorted([first.id, second.id]))
    equal([item.annotation_state for item in items], ["unstarted", "unstarted"])
    stats = client.get_annotation_queue_stats([queue_id])
    equal([(stat.total_items, stat.completed_items) for stat in stats], [(2, 0)])
    equal(client.get_annotation_queue(queue_id).scorer_refs, [spec.uri])
    equal(client.update_annotation_queue(queue_id, name="Renamed").name, "Renamed")
    equal([queue.name for queue in client.list_annotation_queues(name="Renamed")], ["Renamed"])
    client.delete_annotation_queue(queue_id)
    equal([queue.id for queue in client.list_annotation_queues()], [])
