import clsx from "clsx";

type InitialsProps = { name: string /** Says that the person is working here now. */; isHere?: boolean };

/** A person in two letters; the whole name is what screen readers hear, and stands in the title. */
export function Initials({ name, isHere = false }: InitialsProps) {
  const label = isHere ? `${name}, here now` : name;
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="relative inline-flex size-6 shrink-0 select-none items-center justify-center rounded-full border border-line bg-sunken font-medium text-2xs text-muted"
    >
      {initialsOf(name)}
      <span
        className={clsx(
          "absolute -right-0.5 -bottom-0.5 size-2 rounded-full border border-surface bg-success",
          !isHere && "hidden",
        )}
      />
    </span>
  );
}

/** The first letters of the first and the last word: `IB` for Ida Brandt. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
