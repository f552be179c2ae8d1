import { Time } from "#components/ui/button/time.tsx";
import type { Thread, ThreadDetails } from "#lib/contract/traces/threads.ts";

export type Updated = Pick<Thread, "lastUpdated"> & Pick<ThreadDetails, "isUpdateUndated" | "storedAt">;

export const NO_TIME_OF_ITS_OWN = "The conversation has no time of its own.";

type UpdatedTimeProps = Updated & {
  /** Whether a phone has room for more than the time itself. */
  isShortOnPhone?: boolean;
  className?: string;
};

/** When a thread was last updated; when it was imported, where no source says so. Lists are ordered by the same. */
export function UpdatedTime({
  lastUpdated,
  isUpdateUndated,
  storedAt,
  isShortOnPhone,
  className,
}: UpdatedTimeProps) {
  if (!isUpdateUndated) return <Time value={lastUpdated} className={className} />;
  return (
    <span className={className}>
      <span className={isShortOnPhone ? "max-md:sr-only" : undefined}>Imported </span>
      <Time value={storedAt} note={NO_TIME_OF_ITS_OWN} />
    </span>
  );
}
