"use client";

import { SmilePlus } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "#components/ui/button/button-class.ts";
import { EMOJI, Emoji, emojiName } from "#components/ui/button/emoji.tsx";
import { Popover } from "#components/ui/overlay/popover.tsx";
import type { FeedbackActs } from "./feedback-acts.ts";
import type { Reaction } from "./sort-feedback.ts";

const FIRST_OFFERED = 2;

type ReactionsProps = { reactions: readonly Reaction[]; acts: FeedbackActs };

/** Emoji with their counts; a click adds or removes the reader's own. */
export function Reactions({ reactions, acts }: ReactionsProps) {
  const unused = EMOJI.slice(0, FIRST_OFFERED).filter(
    ({ emoji }) => !reactions.some((reaction) => reaction.emoji === emoji),
  );
  const flip = (emoji: string) => {
    const mine = reactions.find((one) => one.emoji === emoji)?.rows.find(acts.isMine);
    if (mine) acts.remove(mine);
    else void acts.add("wandb.reaction.1", { emoji });
  };
  return (
    <section aria-label="Reactions" className="flex flex-col gap-2">
      <h3 className="text-muted text-xs">Reactions</h3>
      <div className="flex flex-wrap items-center gap-1.5">
        {reactions.map((reaction) => (
          <ReactionButton
            key={reaction.emoji}
            reaction={reaction}
            acts={acts}
            onFlip={() => flip(reaction.emoji)}
          />
        ))}
        {acts.canAdd ? (
          <>
            {unused.map(({ emoji, name }) => (
              <button
                key={emoji}
                type="button"
                aria-label={`React with ${name}`}
                aria-pressed={false}
                onClick={() => flip(emoji)}
                className={buttonClass("secondary", "sm")}
              >
                <Emoji>{emoji}</Emoji>
              </button>
            ))}
            <MoreReactions onPick={flip} />
          </>
        ) : null}
        {reactions.length === 0 && !acts.canAdd ? <p className="text-faint">None yet.</p> : null}
      </div>
    </section>
  );
}

function ReactionButton(props: { reaction: Reaction; acts: FeedbackActs; onFlip: () => void }) {
  const { reaction, acts, onFlip } = props;
  const { emoji, rows } = reaction;
  const isMine = rows.some(acts.isMine);
  const name = emojiName(emoji);
  const givers = rows.map((row) => row.creator ?? "someone").join(", ");
  return (
    <button
      type="button"
      disabled={!acts.canAdd}
      aria-label={`React with ${name}, ${rows.length} so far`}
      aria-pressed={isMine}
      title={givers}
      onClick={onFlip}
      className={`${buttonClass("secondary", "sm")} aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent-ink disabled:opacity-100`}
    >
      <Emoji>{emoji}</Emoji>
      <span>{rows.length}</span>
    </button>
  );
}

function MoreReactions({ onPick }: { onPick: (emoji: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label="Reactions"
      open={isOpen}
      onOpenChange={setOpen}
      className="w-auto! p-2!"
      trigger={
        <button type="button" aria-label="Other reaction" className={buttonClass("ghost", "sm")}>
          <SmilePlus aria-hidden="true" className="size-4" />
        </button>
      }
    >
      <div className="grid grid-cols-8 gap-0.5">
        {EMOJI.map(({ emoji, name }) => (
          <button
            key={emoji}
            type="button"
            aria-label={name}
            title={name}
            onClick={() => {
              setOpen(false);
              onPick(emoji);
            }}
            className="flex size-8 items-center justify-center rounded-md text-base hover:bg-hover pointer-coarse:size-10"
          >
            <Emoji>{emoji}</Emoji>
          </button>
        ))}
      </div>
    </Popover>
  );
}
