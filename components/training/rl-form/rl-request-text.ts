import { createTrainingJob } from "#lib/contract/training/training.ts";

/** The request of a small reinforcement job for a model, as a command for the shell. */
export function rlRequestText(origin: string, modelId: string): string {
  const answer = (text: string, reward: number) => ({
    messages_and_choices: [
      { role: "user", content: "Say yes or no" },
      {
        finish_reason: "stop",
        index: 0,
        message: { role: "assistant", content: text },
        logprobs: { content: [{ token: "token_id:42", logprob: -0.7, bytes: [], top_logprobs: [] }] },
      },
    ],
    reward,
  });
  const body = {
    model_id: modelId,
    trajectory_groups: [{ trajectories: [answer("yes", 1), answer("no", 0)] }],
    experimental_config: { learning_rate: 0.00001, loss_fn: "cispo" },
  };
  return [
    `curl ${urlOf(origin)} \\`,
    `  -H "Authorization: Bearer $SPINDLE_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(body, null, 2)}'`,
  ].join("\n");
}

/** Where the contract says that it goes. */
function urlOf(origin: string): string {
  return `${origin}/api${createTrainingJob.path}`;
}
