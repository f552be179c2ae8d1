import { Compass } from "lucide-react";
import { useState } from "react";
import { playgroundHref } from "#components/chat/models/playground-models.ts";
import { trainingQuery } from "#components/datasets/parts/dataset-texts.ts";
import { type ProjectPath, projectHref } from "#components/layout/state/navigation.ts";
import type { PromotionAdvice } from "#components/models/aliases/promotion-advice.ts";
import { useProject } from "#components/project/project-context.tsx";
import { AIM } from "#components/queues/add/aim.ts";
import type { QueueRow } from "#components/queues/parts/queue-queries.ts";
import { chatNameOf } from "#components/run/queries/model-names.ts";
import { ImportButton } from "#components/threads/import/import-drop.tsx";
import { readSampleConversations } from "#components/threads/import/sample-conversations.ts";
import { Button } from "#components/ui/button/button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { SkeletonLines } from "#components/ui/notice/skeleton.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import { countOf, formatCount } from "#components/ui/text/format.ts";
import { candidateWords } from "./candidate-words.ts";
import { FoundInVersion } from "./found-in-version.tsx";
import { wordsOfRetraction } from "./retraction-act.tsx";
import type { NextStep } from "./standing.ts";
import { go, type Words } from "./step-words.tsx";

type NextStepCardProps = {
  /** Undefined while it is not known, null where it cannot be. */
  step: NextStep | null | undefined;
  /** Of the checkpoint that the step is about, where it is about one for production. */
  advice?: PromotionAdvice | null;
  /** Where items wait for the reader as well. */
  waiting: QueueRow | null;
  onFiles: (files: readonly File[]) => void;
};

/** The one thing to do next, in words, with its button. */
export function NextStepCard({ step, advice = null, waiting, onFiles }: NextStepCardProps) {
  const current = useProject();
  if (step === null) return null;
  const words = step && wordsOf(step, advice, current);
  return (
    <section
      aria-label="Next step"
      className="flex min-h-20 flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-line bg-canvas px-4 py-3"
    >
      {words && step ? (
        <>
          <Compass aria-hidden="true" className="size-5 shrink-0 text-accent-ink max-sm:hidden" />
          <div className="min-w-0 flex-1 basis-72">
            <h2 className="break-words text-base">{words.title}</h2>
            <p className="mt-0.5 max-w-2xl break-words text-muted text-sm">{words.text}</p>
            {words.warning}
          </div>
          {step.kind === "import" ? <ImportActs onFiles={onFiles} /> : words.act}
          {waiting ? <AlsoWaiting queue={waiting} /> : null}
        </>
      ) : (
        <div className="w-full max-w-lg">
          <SkeletonLines label="Loading the next step" lines={2} />
        </div>
      )}
    </section>
  );
}

/** Below the step and its button, which comes first for the keyboard as well. */
function AlsoWaiting({ queue: { id, name, summary } }: { queue: QueueRow }) {
  const current = useProject();
  return (
    <p className="min-w-0 basis-full break-words text-sm sm:pl-11">
      <span className="text-muted">
        {countOf(summary.leftForMe, "item")} in “{name}” {summary.leftForMe === 1 ? "waits" : "wait"} for you,
        too.
      </span>{" "}
      <Link
        href={projectHref(current, "queues", id, "annotate")}
        className="text-accent-ink underline underline-offset-2"
      >
        Annotate
      </Link>
    </p>
  );
}

function ImportActs({ onFiles }: Pick<NextStepCardProps, "onFiles">) {
  const [isReading, setReading] = useState(false);
  const takeSamples = async () => {
    setReading(true);
    try {
      onFiles([await readSampleConversations()]);
    } catch {
      toast({
        title: "The sample conversations could not be loaded",
        detail: "Check that the server is running and that you are online, then try again.",
        tone: "danger",
      });
    }
    setReading(false);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" pending={isReading} onClick={() => void takeSamples()}>
        Try sample conversations
      </Button>
      <ImportButton onFiles={onFiles}>Import a file</ImportButton>
    </div>
  );
}

function wordsOf(
  step: NextStep,
  advice: PromotionAdvice | null,
  current: ProjectPath & { projectId: string },
): Words {
  const to = (...segments: string[]) => projectHref(current, ...segments);
  switch (step.kind) {
    case "import":
      return {
        title: "Bring conversations in",
        text: "Look at 36 conversations of a made-up shop before anything is stored, or choose a file of your own. An import can be undone.",
        act: null,
      };
    case "make-queue":
      return {
        title: "Create a queue",
        text: "A queue gives calls to people, one by one, with questions about each. Their answers become training data.",
        act: go(`${to("queues")}?make=start`, "Create a queue"),
      };
    case "fill-queue":
      return {
        title: `Put calls into “${step.queue.name}”`,
        text: "The queue is empty. Select threads or calls in their lists, and add them to it.",
        act: go(`${to("threads")}?${AIM}=${encodeURIComponent(step.queue.id)}`, "Select threads"),
      };
    case "annotate":
      return {
        title: `${countOf(step.queue.summary.leftForMe, "item")} in “${step.queue.name}” ${step.queue.summary.leftForMe === 1 ? "waits" : "wait"} for you`,
        text: "The desk shows one after another, with the questions beside it.",
        act: go(to("queues", step.queue.id, "annotate"), "Annotate"),
      };
    case "make-dataset":
      return {
        title: `Make a dataset from “${step.queue.name}”`,
        text: `People gave ${countOf(step.queue.summary.givenAnswers, "answer")}. A dataset turns them into rows to train on, and says for each row whose answers it is made of.`,
        act: go(`${to("queues", step.queue.id)}?make=dataset`, "Make a dataset"),
      };
    case "build":
      return {
        title: `Build the first version of “${step.dataset.name}”`,
        text: "A version keeps its rows as they are at this moment, so that a training job can name them.",
        act: go(to("datasets", step.dataset.id), "Open the dataset"),
      };
    case "build-again":
    case "replace":
      return wordsOfRetraction(step, current);
    case "move-alias":
    case "take-back":
    case "promote": {
      const { href, label, ...words } = candidateWords(step, advice, current);
      return { ...words, act: go(href, label) };
    }
    case "make-model":
    case "train":
    case "loop-waits":
    case "watch":
    case "see-failure":
      return wordsOfTraining(step, current);
    case "evaluate":
    case "measure":
    case "make-judge":
    case "chat":
      return wordsOfLearned(step, current);
    case "quiet":
      return { title: "Nothing waits for you", text: "Below is how the project stands.", act: null };
  }
}

type Of<K extends NextStep["kind"]> = Extract<NextStep, { kind: K }>;
type TrainingStep = Of<"make-model" | "train" | "loop-waits" | "watch" | "see-failure">;

function wordsOfTraining(step: TrainingStep, current: ProjectPath & { projectId: string }): Words {
  const to = (...segments: string[]) => projectHref(current, ...segments);
  switch (step.kind) {
    case "make-model":
      return {
        title: "Create a model",
        text: `“${step.dataset.name}” has rows to train on. A model begins as a copy of a base model, and each job adds a checkpoint to it.`,
        act: go(`${to("models")}?make=new`, "Create a model"),
      };
    case "train": {
      const { dataset, version } = step;
      return {
        title: `Train on version ${version.number} of “${dataset.name}”`,
        text: `It has ${countOf(version.counts.train, "row")} to train on, and no supervised job has used it yet.`,
        act: go(`${to("training", "new")}?${trainingQuery(current.projectId, dataset, version)}`, "Train"),
        warning: <FoundInVersion version={version} />,
      };
    }
    case "loop-waits": {
      const { name, maxJobs, lastRun } = step.loop;
      const what = lastRun && lastRun.version !== null ? `version ${lastRun.version}` : "the newest version";
      return {
        title: `The loop “${name}” waits to train on ${what}`,
        text: `It may make ${countOf(maxJobs, "job")} in 24 hours, and has made as many. It continues by itself; raise the limit, and it continues now.`,
        act: go(to("loops", step.loop.id), "Open the loop"),
      };
    }
    case "watch":
      return {
        title: "A model is being trained",
        text: "The page of the job shows each step as it happens, and what the model says by now.",
        act: go(to("training", step.job.id), "Watch it"),
      };
    case "see-failure":
      return {
        title:
          step.job.state === "failed"
            ? "The newest training job failed"
            : "The newest training job learned nothing",
        text: step.job.errorMessage ?? "The page of the job says why.",
        act: go(to("training", step.job.id), "Open the job"),
      };
  }
}

type LearnedStep = Of<"evaluate" | "measure" | "make-judge" | "chat">;

/** What one does with what a model has learned. */
function wordsOfLearned(step: LearnedStep, current: ProjectPath & { projectId: string }): Words {
  const to = (...segments: string[]) => projectHref(current, ...segments);
  switch (step.kind) {
    case "evaluate": {
      const { dataset } = step;
      const heldOut = dataset.latestVersion?.counts.heldOut ?? 0;
      return {
        title: "Measure what the model learned",
        text: `“${dataset.name}” holds out ${countOf(heldOut, "row")} that no job learns from. An evaluation asks models these questions and says which answers are better.`,
        act: go(`${to("evaluations")}?make=new&dataset=${dataset.id}`, "Evaluate"),
      };
    }
    case "measure": {
      const { evaluation, model, beside } = step;
      const named = `step ${formatCount(step.step)}`;
      const steps = beside === null ? [step.step] : [beside, step.step];
      const subjects = steps.map((one) => `${model.name}:step${one}`).join(", ");
      const query = new URLSearchParams({ start: "runs", subjects });
      return {
        title: `Measure ${named} of ${model.name}`,
        text: `By “${evaluation.name}”${beside === null ? "" : `, beside step ${formatCount(beside)}, from which it learned on`}. Then you know whether to promote it.`,
        act: go(`${to("evaluations", evaluation.id)}?${query}`, `Measure ${named}`),
      };
    }
    case "make-judge": {
      const { dataset, model } = step;
      const query = new URLSearchParams({ judge: dataset.id, model: `${model.name}:step${step.step}` });
      return {
        title: `Make step ${formatCount(step.step)} of ${model.name} a judge`,
        text: `It learned from “${dataset.name}” to say what people say. As a grader it is measured against them before anything relies on it.`,
        act: go(`${to("graders", "new")}?${query}`, "Make it a judge"),
      };
    }
    case "chat":
      return {
        title: `Chat with step ${formatCount(step.step)} of ${step.model.name}`,
        text: "Training added a checkpoint. Ask it something, and see whether it answers as your people do, before you promote it.",
        act: go(playgroundHref(to("chat"), [chatNameOf(step.model, step.step)]), "Chat with it"),
      };
  }
}
