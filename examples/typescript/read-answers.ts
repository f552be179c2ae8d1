// Reads what people answered in a queue.
//   SPINDLE_API_KEY=… node read-answers.ts <queue id>
import { projectId, spindle } from "./settings.ts";

const [queueId] = process.argv.slice(2);
if (!queueId) throw new Error("Name the queue: node read-answers.ts <queue id>");

const at = { project_id: projectId, queue_id: queueId };
const { items } = await spindle.queryQueueItems(at);
const { answers } = await spindle.queryItemAnswers({ ...at, item_ids: items.map(({ id }) => id) });

for (const item of items) {
  console.log(`Call ${item.call_id}: ${item.annotation_state}`);
  for (const answer of answers.filter(({ item_id }) => item_id === item.id))
    for (const [field, value] of Object.entries(answer.values))
      console.log(`  ${answer.name} on ${field}: ${JSON.stringify(value)}`);
}
