"""Clients that generators, as published, make of the OpenAPI document: each records feedback, lists calls and asks a model."""

import importlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from promises import ENTITY, KEY, URL, ask, equal, own, promise

FOLDER = Path(tempfile.mkdtemp(prefix="spindle-conformance-"))
PROJECT = f"{ENTITY}/{own('generated')}"
MODEL = "spindle-mini"
START = {"project_id": PROJECT, "op_name": "greet", "started_at": "2026-01-05T09:30:00Z", "inputs": {}}
(FOLDER / "openapi.json").write_text(json.dumps(ask("GET", "/openapi.json")))

TYPESCRIPT = """
import createClient from "openapi-fetch";
import type { components, paths } from "./spindle.d.ts";

type Call = components["schemas"]["Call"];

const [baseUrl = "", key = "", project_id = "", model = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
const start: components["schemas"]["CallStart"] = { project_id, op_name: "greet", started_at: "2026-01-05T09:30:00Z", inputs: {} };
const { data: recorded } = await client.POST("/call/start", { body: { start } });
const id: string | undefined = recorded?.id;
const item: components["schemas"]["FeedbackItem"] = {
  project_id, weave_ref: `weave:///${project_id}/call/${id}`, feedback_type: "note", payload: { note: "checked" },
};
const feedback: string | undefined = (await client.POST("/feedback/create", { body: item })).data?.id;
const listed = await client.POST("/calls/stream_query", { body: { project_id }, parseAs: "text" });
const calls: Call[] = String(listed.data).trim().split("\\n").map((line) => JSON.parse(line));
const { data: reply } = await client.POST("/v1/chat/completions", {
  body: { model, messages: [{ role: "user", content: "Hello" }], max_tokens: 4 },
});
const said: unknown = reply && "choices" in reply ? reply.choices[0]?.message?.content : undefined;
const { error } = await client.POST("/call/start", { body: {} as never });
const problem = error?.detail?.[0];
console.log(JSON.stringify({
  id, feedback, calls: calls.map((call) => call.id), said, problem: typeof problem === "object" ? problem.type : problem,
}));
"""


def run(*command: str) -> str:
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command[:3])} ended with {done.returncode}: {(done.stdout + done.stderr)[-400:]}")
    return done.stdout


with promise("a Python client is generated; it records a call and feedback, lists calls, asks a model and reads a refusal"):
    (FOLDER / "config.yml").write_text("post_hooks: []\n")
    generator = str(Path(sys.executable).with_name("openapi-python-client"))
    run(generator, "generate", "--path", "openapi.json", "--config", "config.yml", "--meta", "none", "--output-path", "spindle")
    sys.path.insert(0, str(FOLDER))
    client = importlib.import_module("spindle").AuthenticatedClient(base_url=f"{URL}/api", token=KEY)
    models = importlib.import_module("spindle.models")

    def operation(name: str):
        return importlib.import_module(f"spindle.api.{name}")

    body = models.StartCallRequest(start=models.CallStart.from_dict(START))
    call = operation("project.start_call").sync(client=client, body=body)
    item = models.FeedbackItem.from_dict(
        {"project_id": PROJECT, "weave_ref": f"weave:///{PROJECT}/call/{call.id}", "feedback_type": "note", "payload": {"note": "checked"}}
    )
    given = operation("project.create_feedback").sync(client=client, body=item)
    equal(type(given).__name__, "FeedbackResult")
    lines = operation("project.stream_calls").sync_detailed(client=client, body=models.StreamCallsRequest(project_id=PROJECT))
    calls = [models.Call.from_dict(json.loads(line)) for line in lines.content.splitlines()]
    equal([one.id for one in calls], [call.id])
    asked = models.ChatCompletionRequest.from_dict({"model": MODEL, "messages": [{"role": "user", "content": "Hello"}], "max_tokens": 4})
    reply = operation("training.create_chat_completion").sync(client=client, body=asked)
    equal(isinstance(reply.choices[0].message.content, str), True)
    start = models.CallStart.from_dict({**START, "op_name": ""})
    refused = operation("project.start_call").sync(client=client, body=models.StartCallRequest(start=start))
    equal(refused.detail[0].loc, ["body", "start", "op_name"])

with promise("TypeScript's types are generated; a program that they check does the same"):
    packages = os.environ["SPINDLE_NPM_PACKAGES"].split()
    (FOLDER / "package.json").write_text('{"type": "module"}')
    (FOLDER / "program.ts").write_text(TYPESCRIPT)
    run("npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *packages)
    run("npx", "openapi-typescript", "openapi.json", "--output", "spindle.d.ts")
    checks = ["--noEmit", "--strict", "--skipLibCheck", "--allowImportingTsExtensions", "--types", "node"]
    run("npx", "tsc", *checks, "--module", "nodenext", "--target", "es2022", "program.ts")
    told = json.loads(run("node", "program.ts", f"{URL}/api", KEY, PROJECT, MODEL))
    equal(told["id"] in told["calls"] and bool(told["feedback"]) and isinstance(told["said"], str), True)
    equal(told["problem"], "missing")
