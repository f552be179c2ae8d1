// Teaches a new model a few answers, follows each step, and asks the checkpoint that came of it.
//   SPINDLE_API_KEY=… node train.ts
import { entity, project, spindle } from "./settings.ts";

const model = await spindle.createModel({
  entity,
  project,
  name: "parcels",
  base_model: "spindle-mini",
  return_existing: true,
});

const answers = [
  ["Where is my parcel?", "It is on its way."],
  ["Can I have my money back?", "Yes, within thirty days."],
];
const rows = answers.map(([question, answer]) => ({
  messages: [
    { role: "user", content: question },
    { role: "assistant", content: answer },
  ],
}));
const lines = rows.map((row) => JSON.stringify(row)).join("\n");

// The rows stand in the request; longer ones are uploaded with `createFile` first.
const job = await spindle.createSftTrainingJob({
  model_id: model.id,
  training_data_url: `data:application/jsonl,${encodeURIComponent(`${lines}\n`.repeat(8))}`,
  config: { batch_size: 4, learning_rate: 2e-3 },
});

for await (const { type, data } of spindle.streamTrainingEvents({ training_job_id: job.id })) {
  if (type === "gradient_step")
    console.log(`Step ${data.gradient_step}: loss ${Number(data.loss).toFixed(3)}`);
  if (type === "training_failed") throw new Error(`The training failed: ${data.error_message}`);
}

const { checkpoint_step: step } = await spindle.getTrainingJob({ training_job_id: job.id });
const completion = await spindle.createChatCompletion({
  model: `wandb-artifact:///${entity}/${project}/${model.name}:step${step}`,
  messages: [{ role: "user", content: "Where is my parcel?" }],
  max_tokens: 20,
  temperature: 0,
});
console.log(`Step ${step} says: ${completion.choices[0]?.message?.content}`);
