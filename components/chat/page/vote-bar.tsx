"use client";

import { ListPlus } from "lucide-react";
import { Button } from "#components/ui/button/button.tsx";
import { Select } from "#components/ui/field/select.tsx";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import type { Verdict } from "#lib/contract/annotation/preference.ts";
import type { Side } from "./round-acts.ts";

type VoteBarProps = {
  sides: readonly Side[];
  /** The two that are compared. */
  pair: readonly [Side, Side];
  onPair: (columnIds: readonly [string, string]) => void;
  verdict: Verdict | null;
  isPending: boolean;
  /** Whether the keys vote here. */
  hasKeys: boolean;
  onVote: (verdict: Verdict) => void;
};

/** Which of two replies is better. */
export function VoteBar(props: VoteBarProps) {
  const { sides, pair, onPair, verdict, isPending, hasKeys, onVote } = props;
  const [left, right] = pair;
  const choices: { verdict: Verdict; label: string; keys: string }[] = [
    { verdict: "first", label: `${left.letter} is better`, keys: "a" },
    { verdict: "tie", label: "Equal", keys: "=" },
    { verdict: "second", label: `${right.letter} is better`, keys: "b" },
    { verdict: "both_bad", label: "Both bad", keys: "0" },
  ];
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">Which is better?</legend>
      {sides.length > 2 ? <PairPicker sides={sides} pair={pair} onPair={onPair} /> : null}
      {choices.map((choice) => (
        <Button
          key={choice.verdict}
          size="sm"
          aria-pressed={verdict === choice.verdict}
          disabled={isPending}
          onClick={() => onVote(choice.verdict)}
          className={verdict === choice.verdict ? "border-accent! bg-accent-tint! text-accent-ink!" : ""}
        >
          {choice.label}
          {hasKeys ? (
            <span aria-hidden="true" className="pointer-coarse:hidden">
              <Kbd keys={choice.keys} />
            </span>
          ) : null}
        </Button>
      ))}
    </fieldset>
  );
}

function PairPicker({ sides, pair: [left, right], onPair }: Pick<VoteBarProps, "sides" | "pair" | "onPair">) {
  const optionsBut = (other: Side) =>
    sides
      .filter(({ columnId }) => columnId !== other.columnId)
      .map(({ columnId, letter }) => ({ value: columnId, label: letter }));
  return (
    <span className="flex items-center gap-1 text-muted text-xs">
      <Select
        size="sm"
        className="w-16!"
        aria-label="First to compare"
        value={left.columnId}
        onValueChange={(id) => onPair([id, right.columnId])}
        options={optionsBut(right)}
      />
      or
      <Select
        size="sm"
        className="w-16!"
        aria-label="Second to compare"
        value={right.columnId}
        onValueChange={(id) => onPair([left.columnId, id])}
        options={optionsBut(left)}
      />
    </span>
  );
}

/** Puts the calls of a round in a queue. */
export function SendToQueue({ count, onSend }: { count: number; onSend: () => void }) {
  return (
    <Button size="sm" variant="ghost" icon={<ListPlus />} onClick={onSend}>
      {count === 1 ? "Send to queue" : `Send ${count} to queue`}
    </Button>
  );
}
