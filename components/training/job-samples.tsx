"use client";

import type { SampleSet } from "./live-job.ts";

type JobSamplesProps = { samples: readonly SampleSet[]; isOver: boolean };

/** What the model answers to a few prompts of its own data, step by step. */
export function JobSamples({ samples, isOver }: JobSamplesProps) {
  const prompts = samples.at(-1)?.samples.map(({ prompt }) => prompt) ?? [];
  return (
    <section
      aria-labelledby="job-samples"
      className="flex max-h-96 min-h-40 min-w-0 flex-col lg:max-h-none lg:min-h-0"
    >
      <h2 id="job-samples" className="flex items-baseline gap-2 px-4 py-3 text-sm">
        Samples
        <span className="font-normal text-muted text-xs">answers at temperature 0, newest first</span>
      </h2>
      {prompts.length === 0 ? (
        <p className="px-4 pb-4 text-muted text-sm">
          {isOver ? "No samples were taken." : "They appear when the training begins."}
        </p>
      ) : (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pb-4 -outline-offset-2"
        >
          {prompts.map((prompt, index) => (
            <PromptSamples key={prompt} prompt={prompt} index={index} samples={samples} />
          ))}
        </div>
      )}
    </section>
  );
}

type PromptSamplesProps = { prompt: string; index: number; samples: readonly SampleSet[] };

function PromptSamples({ prompt, index, samples }: PromptSamplesProps) {
  const answers = samples
    .flatMap(({ step, samples: ofStep }) => {
      const text = ofStep[index]?.text;
      return text === undefined ? [] : [{ step, text }];
    })
    .toReversed();
  return (
    <article aria-label={`Prompt ${index + 1}`} className="min-w-0">
      <pre className="whitespace-pre-wrap break-words rounded-md bg-sunken px-2 py-1.5 text-muted text-xs">
        {prompt.trim()}
      </pre>
      <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        {answers.map(({ step, text }) => (
          <div key={step} className="col-span-2 grid grid-cols-subgrid">
            <dt className="whitespace-nowrap text-faint">{step === 0 ? "Before" : `Step ${step}`}</dt>
            <dd className="min-w-0 whitespace-pre-wrap break-words">
              {text.trim() === "" ? <span className="text-faint">says nothing</span> : text}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
