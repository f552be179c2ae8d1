"use client";

import clsx from "clsx";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { JudgedFrame } from "#components/conversation/judged-frame.tsx";
import { LongText } from "#components/conversation/long-text.tsx";
import { MarksProvider } from "#components/conversation/marks-context.ts";
import { type EarlierFold, MessageList } from "#components/conversation/message-list.tsx";
import { useNameInPanel } from "#components/conversation/panel-name.ts";
import { asData, rawPlace, textPlace, treePlace } from "#components/desk/find/call-find-texts.ts";
import { type CallPart, type CallView, CONVERSATION, isReading } from "#components/desk/parts/call-parts.ts";
import { useMarking } from "#components/queues/passages/marking.tsx";
import { formatBytes } from "#components/ui/text/format.ts";
import { inSlices } from "#components/ui/text/in-slices.ts";
import { jsonPieces } from "#components/ui/text/json-pieces.ts";
import { textPieces } from "#components/ui/text/text-pieces.ts";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import { PlainText } from "#components/ui/view/plain-text.tsx";

type CallPartProps = {
  part: CallPart;
  view: CallView;
  onView: (view: CallView) => void;
  /** What was said before the last exchange, folded. */
  earlier: EarlierFold;
  /** Stands between its question and its answer. */
  between: ReactNode;
};

/** Above this a part arrives folded and says how large it is. */
export const LARGE_CHARS = 256_000;

/** One part of a call under its name, in one of its views. */
export function CallPartView({ part, view, onView, earlier, between }: CallPartProps) {
  const { label, isJudged, messages, sizeChars } = part;
  const marking = useMarking();
  const name = useNameInPanel(label);
  const frames = isReading(view) && messages.length > 0;
  const body = (
    <MarksProvider value={view === "mark" ? (marking?.marks ?? null) : null}>
      <PartBody part={part} view={view} earlier={earlier} between={between} />
    </MarksProvider>
  );
  return (
    <section aria-label={name} className="min-w-0">
      <div className="mb-2 flex min-h-7 min-w-0 items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate font-mono font-normal text-faint text-xs" title={label}>
          {label}{" "}
          {sizeChars > LARGE_CHARS ? (
            <span className="ml-1 font-sans">about {formatBytes(sizeChars)}</span>
          ) : null}
        </h3>
        <ViewSwitch part={part} view={view} onView={onView} />
      </div>
      {isJudged && !frames ? <JudgedFrame>{body}</JudgedFrame> : body}
    </section>
  );
}

const VIEW_LABELS: { [V in CallView]: string } = {
  mark: "Passages",
  read: "Markdown",
  tree: "Tree",
  raw: "Raw",
};

function ViewSwitch({ part, view, onView }: Pick<CallPartProps, "part" | "view" | "onView">) {
  if (part.views.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring the look of one.
    <div
      role="group"
      aria-label={`View of ${part.label}`}
      className="flex shrink-0 rounded-md border border-line"
    >
      {part.views.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          onClick={() => onView(one)}
          className={clsx(
            "h-6 px-2 text-xs transition-colors first:rounded-l-md last:rounded-r-md pointer-coarse:h-9",
            one === view ? "bg-pressed font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
          )}
        >
          {VIEW_LABELS[one]}
        </button>
      ))}
    </div>
  );
}

type PartBodyProps = Pick<CallPartProps, "part" | "view" | "earlier" | "between">;

function PartBody({ part, view, earlier, between }: PartBodyProps) {
  const { anchor, label, value, messages, textPath, isJudged, sizeChars } = part;
  if (value === undefined || value === null) return <p className="text-faint">Nothing was recorded here.</p>;
  const isLarge = sizeChars > LARGE_CHARS;
  if (view === "raw")
    return <RawValue value={value} label={label} anchor={rawPlace(anchor)} isLarge={isLarge} />;
  if (view === "tree")
    return (
      <JsonTree
        value={asData(value)}
        label={label}
        openDepth={isLarge ? 1 : 3}
        anchor={treePlace(anchor)}
        className="border border-line"
      />
    );
  if (messages.length > 0)
    return (
      <MessageList
        messages={messages}
        anchor={anchor}
        isJudged={isJudged}
        earlier={earlier}
        isWhole={anchor === CONVERSATION}
        between={between}
      />
    );
  const closedAbove = isLarge ? LARGE_CLOSED_ABOVE : undefined;
  return (
    <LongText
      text={String(value)}
      path={textPath ?? undefined}
      anchor={textPlace(anchor)}
      {...(closedAbove ? { closedAbove } : {})}
    />
  );
}

const LARGE_CLOSED_ABOVE = 2_000;

type RawValueProps = { value: unknown; label: string; anchor: string; isLarge: boolean };

function RawValue({ value, label, anchor, isLarge }: RawValueProps) {
  const pieces = useRawPieces(value, isLarge);
  return (
    <PlainText
      pieces={pieces}
      label={`${label}, raw`}
      anchor={anchor}
      className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs leading-5"
    />
  );
}

/** What is large is written in pieces, the first of which are drawn before the last are there. */
function useRawPieces(value: unknown, isLarge: boolean): readonly string[] {
  const atOnce = useMemo(() => {
    if (typeof value === "string") return textPieces(value);
    return isLarge ? null : [...jsonPieces(value)].flat();
  }, [value, isLarge]);
  const [sliced, setSliced] = useState<readonly string[]>([]);
  useEffect(() => {
    if (atOnce) return;
    const stopping = new AbortController();
    let all: string[] = [];
    void inSlices(
      jsonPieces(value),
      (taken) => {
        all = [...all, ...taken.flat()];
        setSliced(all);
      },
      stopping.signal,
    );
    return () => stopping.abort();
  }, [value, atOnce]);
  return atOnce ?? sliced;
}
