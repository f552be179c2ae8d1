// Asks a model, prints the reply as it comes, and keeps it as a turn of a thread.
//   SPINDLE_API_KEY=… node chat.ts "respond with one of yes, no, maybe"
import { projectId, spindle } from "./settings.ts";
import { SpindleError } from "./spindle-client.ts";

const [question = "respond with one of yes, no, maybe", model = "spindle-mini"] = process.argv.slice(2);

try {
  const chunks = spindle.streamChatCompletion({
    model,
    messages: [{ role: "user", content: question }],
    max_tokens: 40,
    store: true,
    metadata: { project_id: projectId, thread_id: "chat-example" },
  });
  for await (const { choices } of chunks) process.stdout.write(choices[0]?.delta.content ?? "");
  process.stdout.write("\n");
} catch (error) {
  if (!(error instanceof SpindleError)) throw error;
  console.error(`The service answered ${error.status}: ${error.message}`);
  process.exitCode = 1;
}
