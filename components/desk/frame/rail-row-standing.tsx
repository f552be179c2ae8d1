import { Time } from "#components/ui/button/time.tsx";

type RailRowStandingProps = {
  /** What has become of the item. */
  word: string;
  /** Null if the source of its call has no time. */
  startedAt: string | null;
};

/** The second line of an item in the lists: what became of it, and when its call was, as far as its source has a time. */
export function RailRowStanding({ word, startedAt }: RailRowStandingProps) {
  if (startedAt === null) return word;
  return (
    <>
      {word} · <Time value={startedAt} />
    </>
  );
}
