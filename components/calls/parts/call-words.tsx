import { ArrowRight } from "lucide-react";
import { Skeleton } from "#components/ui/notice/skeleton.tsx";
import { fromMatch } from "#components/ui/text/marked-parts.ts";
import { MarkedText } from "#components/ui/view/marked-text.tsx";
import { Nothing } from "./detail-cells.tsx";
import { useCallDetails, useSearched } from "./use-call-details.ts";

/** The last question and answer of a call: on one line, and on a phone below each other. */
export function CallWords({ callId, op }: { callId: string; op: string }) {
  const search = useSearched();
  const details = useCallDetails(callId);
  if (details === undefined) return <Skeleton className="h-3 w-2/3" />;
  if (details === null) return <Nothing />;
  const { question, answer, found } = details;
  if (question === null && answer === null && found === null) return <NoWords op={op} />;
  const marked = (text: string) => <MarkedText text={fromMatch(text, search)} query={search} />;
  return (
    <span className="flex min-w-0 items-baseline gap-2 max-md:flex-col max-md:gap-0.5 max-md:text-xs">
      {found === null ? null : (
        <span title={found} className="max-w-full truncate md:max-w-1/2 md:shrink-0">
          {marked(found)}
        </span>
      )}
      {question === null ? null : (
        <span title={question} className="max-w-full truncate text-muted md:max-w-1/2 md:shrink-0">
          <span className="sr-only">Asked: </span>
          {marked(question)}
        </span>
      )}
      {answer === null || (found !== null && question !== null) ? null : (
        <span title={answer} className="max-w-full min-w-0 truncate">
          {question === null ? null : (
            <>
              <span className="sr-only">, answered: </span>
              <ArrowRight
                aria-hidden="true"
                className="mr-2 inline size-3 shrink-0 text-faint max-md:hidden"
              />
            </>
          )}
          {marked(answer)}
        </span>
      )}
    </span>
  );
}

/** Shows the op on a phone, which has no column for it: nothing else identifies a call without words. */
function NoWords({ op }: { op: string }) {
  return (
    <>
      <span className="max-md:hidden">
        <Nothing />
      </span>
      <span className="font-mono text-muted text-xs md:hidden">{op || "–"}</span>
    </>
  );
}
