import type { Judge, LabelModel, ScoreModel } from "#lib/contract/evaluation/grader.ts";
import { isDict } from "#lib/contract/fields.ts";
import { Unscored } from "./grade-result.ts";
import { readJson } from "./read-json.internal.ts";
import { renderTemplate, type Variables } from "./render-template.ts";
import type { GraderServices, ModelMessage } from "./services.ts";

/** How probable it is that the model gives one of the passing labels. */
export async function labelSample(grader: LabelModel, variables: Variables, services: GraderServices) {
  const { labels, passingLabels } = grader;
  const chances = await probabilities({ ...grader, labels }, variables, services);
  return labels.reduce((sum, label, at) => sum + (passingLabels.includes(label) ? (chances[at] ?? 0) : 0), 0);
}

/** The mean of the labels' scores by their probabilities. */
export async function judgeSample(grader: Judge, variables: Variables, services: GraderServices) {
  const labels = Object.keys(grader.scores);
  const chances = await probabilities({ ...grader, labels }, variables, services);
  return labels.reduce((sum, label, at) => sum + (grader.scores[label] ?? 0) * (chances[at] ?? 0), 0);
}

type Asked = { model: string; input: LabelModel["input"]; labels: readonly string[] };

function probabilities({ model, input, labels }: Asked, variables: Variables, services: GraderServices) {
  const messages = messagesOf(input, variables);
  if (!services.labelProbabilities) throw noModel(model);
  return services.labelProbabilities({ model, messages, labels });
}

/** The number that the model answers with. */
export async function scoreSample(grader: ScoreModel, variables: Variables, services: GraderServices) {
  const { model, input, range, samplingParams = {} } = grader;
  const messages = messagesOf(input, variables);
  if (!services.complete) throw noModel(model);
  const answer = await services.complete({ model, messages, sampling: samplingParams });
  const score = numberIn(answer);
  if (score === null)
    throw new Unscored(
      "unreadable_answer",
      `The model answered "${answer.slice(0, 200)}", which holds no number`,
    );
  const [low = 0, high = 1] = range;
  if (score < low || score > high)
    throw new Unscored(
      "unreadable_answer",
      `The model answered ${score}, which is not from ${low} to ${high}`,
    );
  return score;
}

function messagesOf(input: LabelModel["input"], variables: Variables): ModelMessage[] {
  return input.map(({ role, content }) => ({ role, content: renderTemplate(content, variables) }));
}

function noModel(model: string): Unscored {
  return new Unscored("not_available", `No model can be asked here, so ${model} gave no score`);
}

/** A JSON object's `score` or `result`, a number by itself, or the last number of what was said. */
function numberIn(answer: string): number | null {
  const json = readJson(answer);
  if (typeof json === "number") return json;
  const named = isDict(json) ? (json.score ?? json.result) : undefined;
  if (typeof named === "number") return named;
  const last = answer.match(/-?\d+(?:\.\d+)?/g)?.at(-1);
  return last === undefined ? null : Number(last);
}
