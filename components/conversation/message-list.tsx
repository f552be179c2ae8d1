"use client";

import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { useRevealedWithin } from "#components/ui/mount/reveal.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { type Message, messagePlace, textOf } from "#lib/contract/conversation/message.ts";
import { splitTurns } from "#lib/contract/conversation/split-turns.ts";
import { type ShownMessage, withResults } from "#lib/contract/conversation/tool-cards.ts";
import { JudgedFrame } from "./judged-frame.tsx";
import { MessageBlock } from "./message-block.tsx";
import { hiddenBlocks, type Run, runsOf } from "./message-runs.ts";
import { useNameInPanel } from "./panel-name.ts";
import { remarkFor, type Said, saidUpTo } from "./said-before.ts";

/** What was said before the last exchange; `after` gives what is shown after some of its messages, by their places. */
export type EarlierFold = {
  isOpen: boolean;
  onFlip: () => void;
  after?: (messages: readonly Message[]) => ReadonlyMap<number, ReactNode>;
};

type MessageListProps = {
  messages: readonly Message[];
  /** The place of the conversation, where it can be searched. */
  anchor?: string | undefined;
  /** Frames what the call said, since that is judged. */
  isJudged?: boolean;
  /** Folds what was said before the last exchange; absent, all of it is shown. */
  earlier?: EarlierFold | undefined;
  /** Whether nothing of what was said is missing before these messages, so that arguments can be compared with it. */
  isWhole?: boolean;
  /** Stands between the question and the answer: what was done for it. */
  between?: ReactNode;
};

/** Messages in order, results of tools with their calls. Of a long conversation the middle opens part by part. */
export function MessageList(props: MessageListProps) {
  const { messages, anchor, isJudged = false, earlier, isWhole = false, between } = props;
  const all = useMemo(() => withResults(messages), [messages]);
  const { earlierCount, turnCount } = useMemo(() => splitTurns(messages), [messages]);
  const revealed = useRevealedWithin(anchor);
  const isEarlier = earlier !== undefined && turnCount > 0;
  const wanted = revealed && anchor ? indexIn(revealed.anchor, anchor) : null;
  const isOpen = !isEarlier || earlier.isOpen || (wanted !== null && wanted < earlierCount);
  const before = isEarlier ? all.filter(({ index }) => index < earlierCount) : [];
  const now = isEarlier ? all.filter(({ index }) => index >= earlierCount) : all;
  const placeAfter = isOpen ? earlier?.after : undefined;
  const after = useMemo(() => placeAfter?.(messages) ?? NOTHING_AFTER, [placeAfter, messages]);
  const saidAt = useMemo(() => (isWhole ? saidBy(messages) : null), [messages, isWhole]);
  if (messages.length === 0) return between ?? null;
  const shared = { anchor, wanted, isJudged, saidAt, after };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {isEarlier ? (
        <EarlierTurns count={turnCount} isOpen={isOpen} onFlip={earlier.onFlip}>
          <Runs {...shared} shown={before} label="Earlier messages" between={null} />
        </EarlierTurns>
      ) : null}
      <Runs {...shared} shown={now} label="Messages" between={between} />
    </div>
  );
}

const NOTHING_AFTER: ReadonlyMap<number, ReactNode> = new Map();

type SaidAt = (index: number) => Said;

function saidBy(messages: readonly Message[]): SaidAt {
  const remark = remarkFor(splitTurns(messages).turnCount);
  const upTo = saidUpTo(messages.map(textOf));
  return (index) => ({ remark, isSaid: upTo(index) });
}

type EarlierTurnsProps = { count: number; isOpen: boolean; onFlip: () => void; children: ReactNode };

/** What was said before, folded and dimmed: it explains the judged answer and is not judged. */
function EarlierTurns({ count, isOpen, onFlip, children }: EarlierTurnsProps) {
  const name = useNameInPanel("Earlier turns");
  return (
    <section aria-label={name} className="min-w-0">
      <TurnsButton isOpen={isOpen} onFlip={onFlip}>
        {countOf(count, "earlier turn")}
      </TurnsButton>
      {isOpen ? <div className="mt-3 border-line border-l-2 pl-3 text-muted">{children}</div> : null}
    </section>
  );
}

export function TurnsButton({
  isOpen,
  onFlip,
  children,
}: {
  isOpen: boolean;
  onFlip: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onFlip}
      className="flex min-h-7 w-fit items-center gap-1 rounded-sm text-muted text-xs hover:text-ink pointer-coarse:min-h-9"
    >
      <ChevronRight
        aria-hidden="true"
        className={`size-3 transition-transform ${isOpen ? "rotate-90" : ""}`}
      />
      {children}
    </button>
  );
}

type RunsProps = {
  shown: readonly ShownMessage[];
  label: string;
  anchor: string | undefined;
  wanted: number | null;
  isJudged: boolean;
  saidAt: SaidAt | null;
  after: ReadonlyMap<number, ReactNode>;
  between: ReactNode;
};

/** Nobody reads the middle of a long conversation first, and drawing it takes long; each click opens a part of it. */
function Runs({ shown, label, anchor, wanted, isJudged, saidAt, after, between }: RunsProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const position = wanted === null ? -1 : shown.findIndex(({ index }) => index >= wanted);
  const hidden = hiddenBlocks(shown.length, opened, position < 0 ? null : position);
  const runs = runsOf(shown.length, hidden);
  const drawn = runs.filter(({ isHidden }) => !isHidden).flatMap(({ from, to }) => shown.slice(from, to));
  const answerAt = drawn.find(({ message }) => message.from === "output")?.index;
  return (
    <ol aria-label={label} className="flex min-w-0 flex-col gap-4">
      {runs.map((run) =>
        run.isHidden ? (
          <Gap key={`gap ${run.from}`} run={run} onOpen={(block) => setOpened(new Set([...opened, block]))} />
        ) : (
          judgedRuns(shown.slice(run.from, run.to), isJudged).map(({ isFramed, messages }) => (
            <Fragment key={messages[0]?.index}>
              {between && messages[0]?.index === answerAt ? <li className="min-w-0">{between}</li> : null}
              <Listed messages={messages} isFramed={isFramed} anchor={anchor} saidAt={saidAt} />
              {messages.map(({ index }) =>
                after.has(index) ? (
                  <li key={`after ${index}`} className="min-w-0">
                    {after.get(index)}
                  </li>
                ) : null,
              )}
            </Fragment>
          ))
        ),
      )}
      {between && answerAt === undefined ? <li className="min-w-0">{between}</li> : null}
    </ol>
  );
}

function Gap({ run, onOpen }: { run: Run; onOpen: (block: number) => void }) {
  const count = run.to - run.from;
  return (
    <li className="flex items-center gap-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <Button size="sm" variant="ghost" onClick={() => onOpen(run.firstBlock)}>
        Show more of {countOf(count, "message")} between
      </Button>
    </li>
  );
}

type Framed = { isFramed: boolean; messages: ShownMessage[] };

/** What the call said stands in one frame, however many messages it took. */
function judgedRuns(shown: readonly ShownMessage[], isJudged: boolean): Framed[] {
  const runs: Framed[] = [];
  for (const one of shown) {
    const isFramed = isJudged && one.message.from === "output";
    const last = runs.at(-1);
    if (last?.isFramed && isFramed) last.messages.push(one);
    else runs.push({ isFramed, messages: [one] });
  }
  return runs;
}

type ListedProps = {
  messages: readonly ShownMessage[];
  isFramed: boolean;
  anchor: string | undefined;
  saidAt: SaidAt | null;
};

function Listed({ messages, isFramed, anchor, saidAt }: ListedProps) {
  const blocks = messages.map(({ message, index, cards }) => (
    <MessageBlock
      key={index}
      message={message}
      cards={cards}
      said={saidAt?.(index)}
      anchor={anchor === undefined ? undefined : messagePlace(anchor, index)}
    />
  ));
  return (
    <li className="min-w-0 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      {isFramed ? <JudgedFrame>{blocks}</JudgedFrame> : blocks}
    </li>
  );
}

/** The number of the message that a place inside a conversation names. */
function indexIn(place: string, conversation: string): number | null {
  const found = /^\/m(\d+)/.exec(place.slice(conversation.length))?.[1];
  return found === undefined ? null : Number(found);
}
