import { Time } from "#components/ui/button/time.tsx";

type RailRowStandingProps = {
  /** What has become of the item. */
  word: string;
  /** Null if the source of its call has no time. */
  startedAt: string | null;
};

/** The second line of an item in the lists: when its call was, and to screen readers what became of it; without a time that alone. */
export function RailRowStanding({ word, startedAt }: RailRowStandingProps) {
  if (startedAt === null) return word;
  return (
    <>
      <span className="sr-only">{word}, </span>
      <Time value={startedAt} />
    </>
  );
}
