import type { ChatCompletion } from "openai/resources/chat/completions";
import type { Service } from "../service.ts";
import type { Task } from "./task.ts";

export type RollOut = {
  /** As chat completions name it. */
  readonly model: string;
  readonly task: Task;
  /** Answers to each prompt. */
  readonly count: number;
  readonly temperature: number;
  /** The same seed with the same weights gives the same answers. */
  readonly seed: number;
};

/** One prompt with its answers and what each is worth. */
export type Answers = {
  readonly prompt: string;
  readonly choices: readonly ChatCompletion.Choice[];
  readonly rewards: readonly number[];
};

/** Has a model answer each prompt `count` times, all at once. */
export function rollOut(service: Service, { task, ...asked }: RollOut): Promise<Answers[]> {
  const { prompts } = task;
  return Promise.all(
    prompts.map(async (prompt, at) => {
      const { choices } = await service.openAi.chat.completions.create({
        model: asked.model,
        messages: [{ role: "user", content: prompt }],
        n: asked.count,
        temperature: asked.temperature,
        // The service counts on from here, one for each further choice.
        seed: (asked.seed * prompts.length + at) * asked.count,
        max_tokens: task.maxTokens,
      });
      return { prompt, choices, rewards: choices.map(({ message }) => task.rewardOf(message.content ?? "")) };
    }),
  );
}

/** Of all answers alike. */
export function meanReward(answers: readonly Answers[]): number {
  const rewards = answers.flatMap((one) => one.rewards);
  return rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
}

/** The same answers as trajectory groups, the form in which a training job takes them. A choice goes back as it came. */
export function trajectoryGroups(answers: readonly Answers[]): unknown[] {
  return answers.map(({ prompt, choices, rewards }) => ({
    trajectories: choices.map((choice, at) => ({
      messages_and_choices: [{ role: "user", content: prompt }, choice],
      reward: rewards[at],
    })),
  }));
}
