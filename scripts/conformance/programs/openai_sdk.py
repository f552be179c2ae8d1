"""The `openai` package, as published, against models that the service samples itself."""

import json

import openai
from promises import ENTITY, KEY, URL, equal, own, promise

client = openai.OpenAI(base_url=f"{URL}/v1", api_key=KEY, max_retries=0)
MODEL = "spindle-mini"
HELLO = [{"role": "user", "content": "Say hello."}]

with promise("models are listed and retrieved"):
    names = [model.id for model in client.models.list()]
    equal(MODEL in names, True)
    equal(client.models.retrieve(MODEL).id, MODEL)

with promise("a completion, with usage and a reason for its end"):
    reply = client.chat.completions.create(model=MODEL, messages=HELLO, max_completion_tokens=8, temperature=0)
    equal(reply.choices[0].finish_reason in ("stop", "length"), True)
    equal(reply.usage.total_tokens, reply.usage.prompt_tokens + reply.usage.completion_tokens)

with promise("a stream says the same as the whole answer"):
    asked = {"model": MODEL, "messages": HELLO, "max_completion_tokens": 8, "temperature": 0}
    whole = client.chat.completions.create(**asked).choices[0].message.content
    chunks = list(client.chat.completions.create(**asked, stream=True, stream_options={"include_usage": True}))
    equal("".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices), whole)
    equal(chunks[-1].usage.completion_tokens > 0, True)

with promise("the same seed gives the same answers; n gives n of them"):
    asked = {"model": MODEL, "messages": HELLO, "max_completion_tokens": 6, "seed": 7, "n": 3}
    texts = [
        [choice.message.content for choice in client.chat.completions.create(**asked).choices] for _ in range(2)
    ]
    equal(len(texts[0]), 3)
    equal(texts[0], texts[1])

with promise("log-probabilities belong to the tokens that were said"):
    reply = client.chat.completions.create(
        model=MODEL, messages=HELLO, max_completion_tokens=5, logprobs=True, top_logprobs=3, temperature=0
    )
    said = reply.choices[0].logprobs.content
    equal(len(said), reply.usage.completion_tokens)
    for token in said:
        equal(token.logprob <= 0 and len(token.top_logprobs) == 3, True)
        equal(abs(token.top_logprobs[0].logprob - token.logprob) < 1e-6, True)

with promise("a JSON schema holds"):
    schema = {
        "type": "object",
        "properties": {"mood": {"enum": ["good", "bad"]}, "score": {"type": "integer"}},
        "required": ["mood", "score"],
        "additionalProperties": False,
    }
    reply = client.chat.completions.create(
        model=MODEL,
        messages=[{"role": "user", "content": "How are you?"}],
        max_completion_tokens=60,
        response_format={"type": "json_schema", "json_schema": {"name": "mood", "strict": True, "schema": schema}},
    )
    if reply.choices[0].finish_reason == "stop":
        found = json.loads(reply.choices[0].message.content)
        equal(found["mood"] in ("good", "bad") and isinstance(found["score"], int), True)
    else:
        equal(reply.choices[0].finish_reason, "length")

with promise("a required tool is called with arguments of its schema"):
    tool = {
        "type": "function",
        "function": {
            "name": "set_light",
            "parameters": {
                "type": "object",
                "properties": {"on": {"type": "boolean"}},
                "required": ["on"],
                "additionalProperties": False,
            },
        },
    }
    reply = client.chat.completions.create(
        model=MODEL,
        messages=[{"role": "user", "content": "Light, please."}],
        tools=[tool],
        tool_choice="required",
        max_completion_tokens=80,
    )
    called = reply.choices[0].message.tool_calls[0].function
    equal(called.name, "set_light")
    equal(isinstance(json.loads(called.arguments)["on"], bool), True)

with promise("files go up, are listed, come back byte by byte, and are deleted"):
    rows = b'{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]}\n'
    made = client.files.create(
        file=("rows.jsonl", rows), purpose="fine-tune", extra_body={"project_id": f"{ENTITY}/{own('openai-python')}"}
    )
    equal(client.files.retrieve(made.id).bytes, len(rows))
    equal(made.id in [file.id for file in client.files.list()], True)
    equal(client.files.content(made.id).read(), rows)
    equal(client.files.delete(made.id).deleted, True)

with promise("errors are the package's own classes"):
    for wrong, kind in [
        (lambda: client.chat.completions.create(model="nobody", messages=HELLO), openai.NotFoundError),
        (lambda: client.chat.completions.create(model=MODEL, messages=HELLO, temperature=99), openai.APIStatusError),
        (lambda: openai.OpenAI(base_url=f"{URL}/v1", api_key="wrong", max_retries=0).models.list(), openai.AuthenticationError),
    ]:
        try:
            wrong()
        except kind as error:
            equal(error.status_code < 500, True)
        else:
            raise AssertionError(f"nothing was raised instead of {kind.__name__}")
