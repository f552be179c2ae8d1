import type { RenderOptions } from "./render-options.ts";
import { repliesOf } from "./replies.internal.ts";
import { SequenceBuilder, type TrainableSequence } from "./sequence-builder.ts";
import type { Trajectory } from "./trajectory-group.ts";

/**
 * The token sequences to train a trajectory on, trained exactly where the policy sampled. Each reply follows its prompt: the tokens that the
 * service returned with it, else those of the chat template for the earlier turns. A reply whose prompt begins with the sequence so far
 * continues that sequence; if the template rewrites earlier turns, or their text has other tokens than the sampled ones, it begins another
 * one. Every sampled token is trained once. Throws `Rejected`, which names the place.
 */
export function renderTrajectory(trajectory: Trajectory, options: RenderOptions): TrainableSequence[] {
  const builders: SequenceBuilder[] = [];
  for (const history of trajectory.histories)
    for (const { promptTokenIds, tokenIds, oldLogprobs } of repliesOf(history, options)) {
      let builder = builders.at(-1);
      if (!builder?.isPrefixOf(promptTokenIds)) {
        builder = new SequenceBuilder();
        builders.push(builder);
      }
      builder.addContext(promptTokenIds.slice(builder.tokenIds.length));
      builder.addTrained(tokenIds, oldLogprobs);
    }
  return builders.map((builder) => builder.build()).filter(({ positions }) => positions.length > 0);
}
