"use client";

import { Button } from "#components/ui/button/button.tsx";
import { Dialog } from "#components/ui/overlay/dialog.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { nearChanges } from "#components/ui/text/near-changes.ts";
import { textChanges } from "#components/ui/text/text-changes.ts";
import { ChangedText } from "#components/ui/view/changed-text.tsx";

type GuidelinesChangesProps = { before: string; after: string; onRead: () => void; onClose: () => void };

/** What a lead changed in the guidelines since they were read, with a little of what stands around it. */
export function GuidelinesChanges({ before, after, onRead, onClose }: GuidelinesChangesProps) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      width="lg"
      title="What changed in the guidelines"
      description="Since you last read them. Removed text is struck through, new text is underlined."
      footer={
        <Button variant="primary" onClick={onRead}>
          I have read them
        </Button>
      }
    >
      <section
        aria-label="Changes"
        data-reading
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        dir="auto"
        className="max-h-[48dvh] overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2 leading-6"
      >
        {nearChanges(textChanges(before, after)).map((stretch, at) =>
          stretch.kind === "far" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity but their order.
            <p key={at} className="my-1 select-none text-faint text-xs">
              … {countOf(stretch.lines, "line")} unchanged
            </p>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity but their order.
            <p key={at} className="whitespace-pre-wrap break-words">
              <ChangedText changes={stretch.changes} />
            </p>
          ),
        )}
      </section>
    </Dialog>
  );
}
