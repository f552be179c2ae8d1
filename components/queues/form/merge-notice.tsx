"use client";

import type { QueueFormDraft } from "#components/queues/parts/queue-draft.ts";
import { usePeople } from "#components/queues/parts/use-names.ts";
import { Button } from "#components/ui/button/button.tsx";
import { textChanges } from "#components/ui/text/text-changes.ts";
import { ChangedText } from "#components/ui/view/changed-text.tsx";
import { draftText } from "./draft-texts.ts";
import { type Contested, type MergedDraft, partsFrom } from "./merged-draft.ts";

type MergeNoticeProps = {
  queueId: string;
  merged: MergedDraft;
  draft: QueueFormDraft;
  set: (patch: Partial<QueueFormDraft>) => void;
};

/** Shown above the save button, so that people see the other person's changes before they save again. */
export function MergeNotice({ queueId, merged, draft, set }: MergeNoticeProps) {
  const { taken, contested } = merged;
  const { nameOf } = usePeople(queueId);
  return (
    <section
      aria-label="Changed by someone else"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="flex max-h-[40dvh] w-full flex-col gap-2 overflow-y-auto text-sm"
    >
      <p role="status" className="break-words">
        <strong className="font-medium text-warning-ink">
          Not saved: someone else saved this queue while you were editing it.
        </strong>{" "}
        {taken.length > 0 ? `The form now includes their changes: ${taken.join(", ")}. ` : ""}
        {contested.length > 0
          ? "Where you both changed something, choose which version to keep. Then save."
          : "Nothing you entered was changed. Check it and save again."}
      </p>
      {contested.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {contested.map((one) => (
            <ContestedPart key={one.name} {...{ contested: one, merged, draft, set, nameOf }} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

type ContestedPartProps = Pick<MergeNoticeProps, "merged" | "draft" | "set"> & {
  contested: Contested;
  nameOf: (userId: string) => string | null;
};

function ContestedPart({ contested: { name, parts }, merged, draft, set, nameOf }: ContestedPartProps) {
  const [mine, theirs] = [merged.draft, merged.theirs].map((one) => draftText(one, parts, nameOf));
  const isTheirs = draftText(draft, parts, nameOf) === theirs;
  const isLong = `${mine}${theirs}`.length > LONG;
  return (
    <li
      aria-label={name}
      className="flex flex-wrap items-start gap-x-4 gap-y-1 rounded-md bg-sunken px-3 py-2"
    >
      <dl className="grid min-w-0 flex-1 basis-60 grid-cols-[4rem_minmax(0,1fr)] gap-x-2 gap-y-0.5">
        <dt className="col-span-2 font-medium first-letter:uppercase">{name}</dt>
        {isLong ? (
          <>
            <dd className="col-span-2 text-muted text-xs">
              Their text is struck through, yours is underlined.
            </dd>
            <dd className="col-span-2 max-h-40 overflow-y-auto whitespace-pre-wrap break-words">
              <ChangedText changes={textChanges(theirs ?? "", mine ?? "")} />
            </dd>
          </>
        ) : (
          <>
            <dt className="text-muted">Yours</dt>
            <dd className="whitespace-pre-wrap break-words">{mine}</dd>
            <dt className="text-muted">Theirs</dt>
            <dd className="whitespace-pre-wrap break-words">{theirs}</dd>
          </>
        )}
      </dl>
      <fieldset className="flex shrink-0 gap-1">
        <legend className="sr-only">Version to keep for {name}</legend>
        <Choice isOn={!isTheirs} onClick={() => set(partsFrom(merged.draft, parts))}>
          Keep mine
        </Choice>
        <Choice isOn={isTheirs} onClick={() => set(partsFrom(merged.theirs, parts))}>
          Use theirs
        </Choice>
      </fieldset>
    </li>
  );
}

/** Above this many characters of both only the difference is shown: struck is theirs, underlined yours. */
const LONG = 200;

function Choice({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <Button
      size="sm"
      aria-pressed={isOn}
      onClick={onClick}
      className="aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent-ink"
    >
      {children}
    </Button>
  );
}
