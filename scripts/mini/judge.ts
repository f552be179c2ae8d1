import { embeddedEngine } from "#lib/engine/embedded/embedded-engine.ts";
import { openChatFormat } from "#lib/engine/text/open-chat-format.ts";
import { KIND_NAMES, type Kind } from "./corpus/corpus.ts";
import { openEncoder } from "./encode.ts";
import { evaluateKind, type Score } from "./evaluate.ts";
import { heldOutLoss } from "./pretrain/held-out-loss.ts";

export type Figures = {
  readonly scores: readonly Score[];
  /** Mean −log probability of a reply's token, in nats. */
  readonly heldOutLoss: number;
};

/** What the model must reach, as shares of right replies; the other kinds are told for information. */
export const AIMS: Readonly<Partial<Record<Kind, number>>> = { choose: 0.8, copy: 0.6 };

export const PROMPTS_PER_KIND = 200;

/** Kinds whose replies are right or wrong. */
const JUDGED = KIND_NAMES.filter((kind) => !["name", "greet", "serve", "write", "admit"].includes(kind));

/** Judges the model in a folder by exercises that training never saw. */
export async function judge(
  modelFolder: string,
  { threads = 2 }: { threads?: number } = {},
): Promise<Figures> {
  const policy = { modelFolder, adapterFolder: null };
  const format = await openChatFormat(modelFolder);
  const sampler = await embeddedEngine.openSampler(policy, {
    threads,
    slots: 32,
    queueDepth: PROMPTS_PER_KIND,
  });
  const scores: Score[] = [];
  for (const kind of JUDGED) scores.push(await evaluateKind({ sampler, format }, kind, PROMPTS_PER_KIND));
  await sampler.close();
  const trainer = await embeddedEngine.openTrainer(policy, { method: { mode: "full" }, threads });
  const loss = await heldOutLoss(trainer, await openEncoder(modelFolder));
  await trainer.close();
  return { scores, heldOutLoss: loss };
}

/** Aims that the figures miss, each as a sentence. */
export function missedAims({ scores }: Figures): string[] {
  return scores.flatMap(({ kind, correct, asked }) => {
    const aim = AIMS[kind];
    if (aim === undefined || correct / asked >= aim) return [];
    return [`${kind}: ${correct} of ${asked} replies are right, which is below ${aim * 100} %.`];
  });
}

/** The figures as a Markdown table. */
export function figuresTable({ scores, heldOutLoss: loss }: Figures): string {
  const rows = scores.map(({ kind, correct, asked }) => {
    const aim = AIMS[kind];
    const share = `${((100 * correct) / asked).toFixed(1)} %`;
    return `| ${DESCRIPTIONS[kind]} | ${correct} of ${asked} | ${share} | ${aim ? `≥ ${aim * 100} %` : "–"} |`;
  });
  return [
    "| Exercise | Right | Share | Aim |",
    "|---|---|---|---|",
    ...rows,
    "",
    `Held-out loss of replies, all kinds alike: ${loss.toFixed(3)} nats a token.`,
  ].join("\n");
}

const DESCRIPTIONS: { [K in Kind]: string } = {
  choose: "“Respond with one of …”: exactly one of the options",
  copy: "Copying a text exactly",
  pick: "One word of several, repeated or moved",
  extract: "A fact found in a text",
  classify: "Sentiment, intent or topic",
  arithmetic: "Sums and differences up to 20",
  facts: "Small knowledge, as taught",
  name: "Naming a thing of a kind",
  greet: "Greetings",
  serve: "Polite service replies",
  remember: "Something said earlier in the conversation",
  system: "Following the system message",
  tool: "Calling a tool",
  write: "Writing a sentence",
  admit: "Saying that it does not know",
  case: "Capital and small letters",
  spell: "Spelling",
};
