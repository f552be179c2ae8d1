import { Time } from "#components/ui/button/time.tsx";

type RailRowStandingProps = {
  /** What has become of the item. */
  word: string;
  /** Null where the source of its call told no time; undefined while that is not known. */
  startedAt: string | null | undefined;
};

/** The second line of an item in the lists: when its call was, as soon as that is known, and to screen readers what became of it; without a time that alone. */
export function RailRowStanding({ word, startedAt }: RailRowStandingProps) {
  if (startedAt === null) return word;
  if (startedAt === undefined) return <span className="sr-only">{word}</span>;
  return (
    <>
      <span className="sr-only">{word}, </span>
      <Time value={startedAt} />
    </>
  );
}
