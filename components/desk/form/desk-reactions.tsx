import { buttonClass } from "#components/ui/button/button-class.ts";
import { Emoji, emojiName } from "#components/ui/button/emoji.tsx";

const OFFERED = ["👍", "👎", "❤️", "🤔", "⚠️"];

type DeskReactionsProps = { given: readonly string[]; onFlip: (emoji: string) => void };

/** Emoji about the call; those given elsewhere stand with them. */
export function DeskReactions({ given, onFlip }: DeskReactionsProps) {
  const all = [...new Set([...OFFERED, ...given])];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring the look of one.
    <div role="group" aria-label="Reactions" className="flex flex-wrap gap-1.5">
      {all.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={`React with ${emojiName(emoji)}`}
          aria-pressed={given.includes(emoji)}
          onClick={() => onFlip(emoji)}
          className={`${buttonClass("secondary", "sm")} aria-pressed:border-accent aria-pressed:bg-accent-tint`}
        >
          <Emoji>{emoji}</Emoji>
        </button>
      ))}
    </div>
  );
}
