import { newJobQuery } from "#components/datasets/parts/dataset-texts.ts";
import { countAgainWords, versionRetractedWords } from "#components/datasets/parts/retracted-words.ts";
import { type ProjectPath, projectHref } from "#components/layout/state/navigation.ts";
import { formatCount } from "#components/ui/text/format.ts";
import { BuildAgain } from "./build-again.tsx";
import { productionWords } from "./candidate-words.ts";
import type { NextStep } from "./standing.ts";
import { go, type Words } from "./step-words.tsx";

type Of<K extends NextStep["kind"]> = Extract<NextStep, { kind: K }>;

/** What a retraction, or its end, asks for next. */
export function wordsOfRetraction(
  step: Of<"build-again" | "replace">,
  current: ProjectPath & { projectId: string },
): Words {
  switch (step.kind) {
    case "build-again":
      return {
        title: `Build “${step.dataset.name}” again`,
        text: dueWords(step),
        act: <BuildAgain dataset={step.dataset} />,
      };
    case "replace":
      return wordsOfReplacement(step, current);
  }
}

function wordsOfReplacement(
  { served, retracted, replaced }: Of<"replace">,
  current: ProjectPath & { projectId: string },
): Words {
  const { dataset, version, fromStep } = replaced;
  const named = `v${version.number} of “${dataset.name}”`;
  const form = `${projectHref(current, "training", "new")}?${newJobQuery(current.projectId, dataset, version)}`;
  const gone = productionWords(served, retracted);
  if (fromStep === null)
    return {
      title: `Train a new model on ${named}`,
      text: `${gone} ${named} is without them, and no step of ${served.modelName} is left that did not learn from them.`,
      act: go(form, "Train"),
    };
  const step = formatCount(fromStep);
  return {
    title: `Train on ${named} from step ${step}`,
    text: `${gone} ${named} is without them, and step ${step} did not learn from them.`,
    act: go(`${form}&model=${served.modelId}&step=${fromStep}`, "Train"),
  };
}

/** What was retracted of what is in production, or of what would be trained on, and what that lacks; and what a new version does about it. */
function dueWords({ version, served }: Of<"build-again">): string {
  const inProduction = served?.retracted ? productionWords(served, served.retracted) : null;
  const gone = inProduction ?? versionRetractedWords(version);
  const lacking = countAgainWords(version);
  return [
    ...(gone === null ? [] : [gone, "A new version leaves them out."]),
    ...(lacking === null ? [] : [lacking, "A new version takes them."]),
  ].join(" ");
}
