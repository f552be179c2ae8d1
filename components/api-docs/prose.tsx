/** Text in which backticks mark what stands in code. */
export function Prose({ text }: { text: string }) {
  // Splitting by a pair of marks leaves the marked parts at the odd places.
  return text.split(/`([^`]+)`/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never move.
      <code key={at} className="text-ink text-xs">
        {part}
      </code>
    ),
  );
}
