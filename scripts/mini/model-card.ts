import { KINDS_SHARES } from "./corpus/corpus.ts";
import { type Figures, figuresTable, PROMPTS_PER_KIND } from "./judge.ts";
import { SHAPE } from "./model/shape.ts";
import { RECIPE } from "./pretrain/recipe.ts";

export type CardFacts = {
  readonly figures: Figures;
  readonly parameterCount: number;
  readonly sha256: string;
};

/** The model's README, in the form that model hubs read. */
export function modelCard({ figures, parameterCount, sha256 }: CardFacts): string {
  const { layers, width, heads, kvHeads, headWidth, ffnWidth, vocabSize, contextLength } = SHAPE;
  const { steps, learningRate, beta1, beta2, weightDecay, maxGradNorm, contextWeight, drills } = RECIPE;
  return `---
language: en
library_name: transformers
pipeline_tag: text-generation
---

# spindle-mini

A very small chat model that ships with Spindle, so that there is something to train from the first minute, without a download, a key or a
GPU. It follows short instructions in plain English; fine-tuning and reinforcement learning change its behaviour within minutes on two cores.

Written by \`npm run pretrain\`, this page included; \`npm run eval:mini\` prints the figures again.

## Shape

A Qwen3 decoder with ${(parameterCount / 1e6).toFixed(2)} million parameters in float32: ${layers} layers, width ${width}, ${heads} query and ${kvHeads} key-value heads of ${headWidth}, feed-forward width
${ffnWidth}, tied head. Byte-level BPE of ${vocabSize} entries, context of ${contextLength} tokens. The chat template has system messages, several turns and tools
(\`<tool_call>\`). Any tool that loads Qwen3 from a Hugging Face folder loads it.

## Data

Every conversation is made by the generators in \`scripts/mini/corpus\`, whose words and sentences were written for this project; no other
text and no other model had a part in it. Exercise N follows from a seed and N alone, and about three in ten go on with further turns. Of a hundred there
are ${KINDS_SHARES}.

Copying and looking things up need attention heads that look back; early on a share of the tokens (${drills.first * 100} % at first, ${drills.last * 100} % after ${drills.steps} steps) are
therefore random tokens that are repeated once.

## Recipe

${steps} steps of about ${RECIPE.tokensPerStep} tokens (${((steps * RECIPE.tokensPerStep) / 1e6).toFixed(1)} million in all), by Spindle's embedded engine on two threads of a CPU. Next-token cross-entropy; tokens that the assistant
writes count 1, others from ${contextWeight.first} down to ${contextWeight.last}. AdamW with β ${beta1} and ${beta2}, weight decay ${weightDecay}, gradients clipped at norm ${maxGradNorm}. The rate rises to ${learningRate.peak} in
${learningRate.warmUpSteps} steps and falls to ${learningRate.finalShare * 100} % of that in the last ${learningRate.decaySteps}.

A short run gives the same bits with one thread and with two, interrupted or not (a test holds it); another kind of processor may round
differently.

\`model.safetensors\` has the SHA-256 \`${sha256}\`.

## Figures

${PROMPTS_PER_KIND} prompts of each kind from a seed that training does not use; word combinations, texts and sums that occur in them are kept out of training,
in whatever phrasing. Greedy decoding; a reply counts only where it is exactly right.

${figuresTable(figures)}

## Limits

It knows next to nothing about the world, reasons about nothing, reads English in short sentences and forgets beyond ${contextLength} tokens. Texts far from
its exercises get poor answers. It has no safety training beyond the harmlessness of its corpus: use it to try and to test, not to advise people.

## Licence

That of Spindle, of which it is a part.
`;
}
