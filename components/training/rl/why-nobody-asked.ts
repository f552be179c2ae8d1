import type { RlRound, RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { neverUnsure } from "./never-unsure.ts";
import { partLabel } from "./rl-words.ts";

type Asking = Pick<RlRun, "human" | "graders">;
type Past = Pick<RlRound, "phase" | "people" | "groups" | "groupsDone">;

/** Why a run that was to ask people has asked nobody so far; null where it has asked somebody, or has no answers yet to ask about. */
export function whyNobodyAsked({ human, graders }: Asking, rounds: readonly Past[]): string | null {
  if (human === null || rounds.some(({ people }) => people !== null)) return null;
  const isAnswered = ({ phase, groups, groupsDone }: Past) => phase !== "sampling" && groupsDone === groups;
  if (!rounds.some(isAnswered)) return null;
  if (human.park === "all") return "The queue takes no items: it was archived or deleted.";
  const parts = graders.map((part) => ({ ...part, label: partLabel(part) }));
  const never = neverUnsure(parts, human.park);
  const sure = "The graders were unsure about none of the replies, or the queue takes no items.";
  return `${never === null ? sure : neverPast(parts)} To ask people, choose “All of them” in another run.`;
}

function neverPast(parts: readonly { label: string; weight: number }[]): string {
  const rewarding = parts.filter(({ weight }) => weight > 0);
  return rewarding.length > 1
    ? "The graders score only 0 or 1, and never differed."
    : `“${rewarding[0]?.label}” scores only 0 or 1, so it is never unsure.`;
}
