"use client";

import { BookOpenText } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { whatHappened } from "./guidelines-news.ts";
import type { Guidelines } from "./use-guidelines.ts";

const GuidelinesChanges = late(
  () => import("./guidelines-changes.tsx").then((file) => file.GuidelinesChanges),
  { when: "idle" },
);

type GuidelinesNoticeProps = {
  guidelines: Guidelines;
  /** What they say now. */
  text: string;
  /** Where the focus goes when the notice leaves. */
  onRead: () => void;
};

/** Says that the guidelines are others than those that were read. At the foot, so that no answer moves from under a pointer. */
export function GuidelinesNotice({ guidelines, text, onRead }: GuidelinesNoticeProps) {
  const { before, markRead } = guidelines;
  const [isShowing, setShowing] = useState(false);
  // A lead may take the change back while it is looked at.
  if (isShowing && before === null) setShowing(false);
  const read = () => {
    setShowing(false);
    markRead();
    onRead();
  };
  return (
    <>
      <div role="status" className="shrink-0 empty:hidden">
        {before === null ? null : (
          <div className="flex items-start gap-2 border-line border-t bg-accent-tint px-4 py-2 text-accent-ink">
            <BookOpenText aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{whatHappened(before, text)}</p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button size="sm" onClick={() => setShowing(true)}>
                  Show what changed
                </Button>
                <Button size="sm" onClick={read}>
                  I have read them
                </Button>
              </div>
            </div>
          </div>
        )}
      </div>
      {isShowing && before !== null ? (
        <GuidelinesChanges before={before} after={text} onRead={read} onClose={() => setShowing(false)} />
      ) : null}
    </>
  );
}
