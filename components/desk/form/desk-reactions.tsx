import { buttonClass } from "#components/ui/button/button-class.ts";

const OFFERED = [
  { emoji: "👍", name: "thumbs up" },
  { emoji: "👎", name: "thumbs down" },
  { emoji: "❤️", name: "heart" },
  { emoji: "🤔", name: "thinking" },
  { emoji: "⚠️", name: "warning" },
];

type DeskReactionsProps = { given: readonly string[]; onFlip: (emoji: string) => void };

/** Emoji about the call; those given elsewhere stand with them. */
export function DeskReactions({ given, onFlip }: DeskReactionsProps) {
  const others = given.filter((emoji) => OFFERED.every((offer) => offer.emoji !== emoji));
  const all = [...OFFERED, ...others.map((emoji) => ({ emoji, name: emoji }))];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring the look of one.
    <div role="group" aria-label="Reactions" className="flex flex-wrap gap-1.5">
      {all.map(({ emoji, name }) => (
        <button
          key={emoji}
          type="button"
          aria-label={`React with ${name}`}
          aria-pressed={given.includes(emoji)}
          onClick={() => onFlip(emoji)}
          className={`${buttonClass("secondary", "sm")} aria-pressed:border-accent aria-pressed:bg-accent-tint`}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}
