// Traces with the published package as its user would, into the project that is named as an argument, and prints what it saw as one line
// of JSON. Where the service is and who asks is in the environment, which the package reads; a host as the second argument is signed in to.
import { readFileSync } from "node:fs";
import * as weave from "weave";

const [projectId = "", host] = process.argv.slice(2);
if (host !== undefined) await weave.login(process.env.WANDB_API_KEY ?? "", host);
const client = await weave.init(projectId);

const QUESTIONS = [
  { question: "Where is my parcel?", expected: "tomorrow", weight: 1.5 },
  { question: "¿Dónde está? 📦", expected: "mañana", weight: 2 },
];
const dataset = new weave.Dataset({ name: "parcel questions", description: "Two of them", rows: QUESTIONS });
const saved = await dataset.save();

const lookUp = weave.op(async (parcel: { id: string }) => ({ ...parcel, arrives: "tomorrow" }), {
  name: "look_up",
  parameterNames: "useParam0Object",
});
const answer = weave.op(
  async (question: string, tries = 1) => {
    const { arrives } = await lookUp({ id: "p-1" });
    return { role: "assistant", content: `It arrives ${arrives}.`, asked: question, tries };
  },
  {
    name: "answer_question",
    parameterNames: ["question", "tries"],
    callDisplayName: (question) => `Answer: ${question}`,
    summarize: () => ({ usage: { tiny: { prompt_tokens: 12, completion_tokens: 5 } } }),
  },
);
const attributes = { session: "s-1", deep: { request: 7 } };
const [, answerCall] = await weave.withAttributes(attributes, () => answer.invoke("Where is my parcel?", 2));
await client.waitForBatchProcessing();

const refuse = weave.op(
  async (reason: string) => {
    throw new TypeError(`Refused: ${reason}`);
  },
  { name: "refuse" },
);
const refusal = await refuse("no parcel").catch((error: unknown) => String(error));

const judge = weave.op((input: { row: unknown; text: string }) => input.text.includes("tomorrow"), {
  name: "judge",
  parameterNames: "useParam0Object",
});
const [, judgeCall] = await judge.invoke({ row: dataset.getRow(1), text: "It arrives tomorrow." });

const draw = weave.op(() => weave.weaveImage({ data: readFileSync("docs/screens/thread.png") }), {
  name: "draw",
});
const [, drawCall] = await draw.invoke();
await client.waitForBatchProcessing();

const judgeRef = await judge.__savedRef;
const scoreId = await client.addScore(answerCall.id, judgeCall.id, judgeRef?.uri() ?? "", {
  passed: true,
  score: 0.75,
});
await answerCall.setDisplayName("The parcel question");

const evaluation = new weave.Evaluation({ name: "parcels", dataset, scorers: [isRight()] });
const evaluated = await evaluation.evaluate({ model: weave.op(modelOf, { name: "model" }) });
await client.waitForBatchProcessing();

const prompt = await client.publish(new weave.StringPrompt({ name: "greeting", content: "Hello {name}" }));
const plain = await client.publish({ any: ["value", 1, null] }, "settings");
const readBack = await weave.ObjectRef.fromUri(saved.uri()).get();
const calls = await client.getCalls({ trace_roots_only: true }, false, 100);
const [again] = await client.getCalls({ call_ids: [answerCall.id] });

const seen = {
  project: client.projectId,
  answerId: answerCall.id,
  judgeId: judgeCall.id,
  drawId: drawCall.id,
  refusal,
  scoreId,
  evaluated,
  refs: { dataset: saved.uri(), judge: judgeRef?.uri(), prompt: prompt.uri(), plain: plain.uri() },
  rows: rowsOf(readBack),
  promptText: (await prompt.get()).format({ name: "Ida" }),
  plainValue: await plain.get(),
  roots: calls.map(({ op_name }) => op_name.replace(/^.*\/op\/|:.*$/g, "")).sort(),
  again: { displayName: again?.display_name, output: again?.output, attributes: again?.attributes },
};
process.stdout.write(`\n${JSON.stringify(seen)}\n`);

function isRight() {
  return weave.op(
    ({ modelOutput, datasetRow }: { modelOutput: string; datasetRow: { expected: string } }) =>
      modelOutput === datasetRow.expected,
    { name: "is_right" },
  );
}

async function modelOf({
  datasetRow,
}: {
  datasetRow: { expected: string; weight: number };
}): Promise<string> {
  return datasetRow.weight > 1.8 ? "later" : datasetRow.expected;
}

/** The rows of a dataset that was read, without what the package hangs on them. */
function rowsOf(read: weave.Dataset<(typeof QUESTIONS)[number]>): unknown[] {
  return read.rows.rows.map(({ question, expected, weight }) => ({ question, expected, weight }));
}
