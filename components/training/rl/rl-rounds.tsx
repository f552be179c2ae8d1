"use client";

import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { SettledText } from "#components/training/waits/settled-text.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { RlRound, RlRun } from "#lib/contract/reinforcement/rl-runs.ts";
import { flatText, partLabel, percent, phaseText, roundReward, score } from "./rl-words.ts";

/** Groups without variance: all answers earned the same. */
const TAUGHT_NOTHING = "Groups that taught nothing";

type RlRoundsProps = { run: RlRun; rounds: readonly RlRound[] };

/** The rounds in figures, the newest first. */
export function RlRounds({ run, rounds }: RlRoundsProps) {
  const heads = [
    ...["Round", "Phase", "Step", "Reward", ...run.graders.map(partLabel)],
    ...["Tokens", "Cut off", TAUGHT_NOTHING, "Masked", ...(run.guard ? ["Guard"] : []), "Job"],
  ];
  return (
    <section aria-labelledby="rl-rounds" className="border-line border-b">
      <h2 id="rl-rounds" className="px-4 py-2 text-sm">
        Rounds
      </h2>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto -outline-offset-2"
      >
        <table aria-labelledby="rl-rounds" className="w-full text-sm tabular-nums">
          <thead className="text-muted text-xs">
            <tr>
              {heads.map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  className={`whitespace-nowrap px-4 py-1.5 font-medium ${at < 3 ? "text-left" : "text-right"}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rounds.toReversed().map((round) => (
              <Row key={round.round} run={run} round={round} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ run, round }: { run: RlRun; round: RlRound }) {
  const { entity, project } = useProject();
  const { fromStep, toStep, jobId, guard } = round;
  const figures = [
    roundReward(round),
    ...round.components.map(({ mean }) => score(mean)),
    score(round.length),
    percent(round.truncated),
    flatText(round),
    `${round.masked} of ${round.rollouts}`,
    ...(run.guard ? [guard ? guardText(guard) : "–"] : []),
  ];
  return (
    <tr className="border-line border-t">
      <th scope="row" className="px-4 py-1.5 text-left font-medium">
        {round.round}
      </th>
      <td className="whitespace-nowrap px-4 py-1.5">
        {phaseText(round, run)}
        {round.people && run.human ? (
          <span className="block min-w-56 whitespace-normal text-muted text-xs empty:hidden">
            <SettledText people={round.people} fallback={run.human.fallback} />
          </span>
        ) : null}
      </td>
      <td className="whitespace-nowrap px-4 py-1.5">
        {toStep === null ? `from ${fromStep}` : `${fromStep} to ${toStep}`}
      </td>
      {figures.map((figure, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their places.
        <td key={at} className="whitespace-nowrap px-4 py-1.5 text-right">
          {figure}
        </td>
      ))}
      <td className="px-4 py-1.5 text-right">
        {jobId === null ? (
          "–"
        ) : (
          <Link
            href={projectHref({ entity, project }, "training", jobId)}
            className="rounded-sm text-accent-ink underline underline-offset-2 hover:text-accent-strong"
          >
            Open<span className="sr-only">{` the job of round ${round.round}`}</span>
          </Link>
        )}
      </td>
    </tr>
  );
}

function guardText({ value, low, high }: NonNullable<RlRound["guard"]>): string {
  return low === null || high === null ? score(value) : `${score(value)} (${score(low)} to ${score(high)})`;
}
