// Records one exchange of a conversation, says what a program thinks of it, and puts it before people.
//   SPINDLE_API_KEY=… node annotate.ts
import { randomUUID } from "node:crypto";
import { entity, project, projectId, spindle, url } from "./settings.ts";

// The call: one turn of a thread, recorded from start to end.
const callId = randomUUID();
const startedAt = Date.now();
const { errors = [] } = await spindle.completeCalls({
  entity,
  project,
  batch: [
    {
      id: callId,
      trace_id: randomUUID(),
      thread_id: "conversation-1",
      turn_id: callId,
      op_name: "answer_question",
      started_at: new Date(startedAt).toISOString(),
      ended_at: new Date(startedAt + 1250).toISOString(),
      inputs: { messages: [{ role: "user", content: "Where is my parcel?" }] },
      output: { role: "assistant", content: "It arrives tomorrow." },
    },
  ],
});
if (errors?.length) throw new Error(`The call was not stored: ${errors[0]?.error}`);

// What a program thinks of it.
const callRef = `weave:///${projectId}/call/${callId}`;
await spindle.createFeedback({
  project_id: projectId,
  weave_ref: callRef,
  feedback_type: "wandb.note.1",
  payload: { note: "Checked by the nightly script" },
});

// What people are asked: a field is an object of its own, so that several queues can ask the same.
const { digest } = await spindle.createObject({
  obj: {
    project_id: projectId,
    object_id: "is-correct",
    val: { name: "Is the answer correct?", field_schema: { type: "boolean" } },
    builtin_object_class: "AnnotationSpec",
  },
});
const queue = await spindle.createQueue({
  project_id: projectId,
  name: "Parcels",
  scorer_refs: [`weave:///${projectId}/object/is-correct:${digest}`],
});
const added = await spindle.addQueueItems({
  project_id: projectId,
  queue_id: queue.id,
  call_ids: [callId],
  display_fields: ["inputs.messages", "output"],
});

for await (const thread of spindle.queryThreads({ project_id: projectId }))
  console.log(`Thread ${thread.thread_id} has ${thread.turn_count} turns`);
console.log(`${added.added_count} call to annotate at ${url}/projects/${projectId}/queues/${queue.id}`);
console.log(`Then: node read-answers.ts ${queue.id}`);
