"use client";

import { MessageCircleQuestionMark } from "lucide-react";
import { Button } from "#components/ui/button/button.tsx";
import { changeText } from "./field-versions.ts";
import type { FieldNews } from "./use-field-news.ts";

type FieldsNoticeProps = {
  news: FieldNews;
  /** Where the focus goes when the notice leaves. */
  onRead: () => void;
};

/** Says which questions a lead changed. At the foot, so that no answer moves from under a pointer. */
export function FieldsNotice({ news: { changes, markRead }, onRead }: FieldsNoticeProps) {
  const read = () => {
    markRead();
    onRead();
  };
  return (
    <div role="status" className="shrink-0 empty:hidden">
      {changes.length > 0 ? (
        <div className="flex items-start gap-2 border-line border-t bg-accent-tint px-4 py-2 text-accent-ink">
          <MessageCircleQuestionMark aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0 flex-1">
            <p className="font-medium">
              {changes.length === 1 ? "A question changed." : `${changes.length} questions changed.`}
            </p>
            {changes.map((change) => (
              <p key={change.is.ref} className="break-words">
                {changeText(change)}
              </p>
            ))}
            <Button size="sm" className="mt-2" onClick={read}>
              Understood
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
