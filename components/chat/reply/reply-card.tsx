"use client";

import { Bot, Code, RotateCw, Square, TriangleAlert } from "lucide-react";
import { memo, type ReactNode, useMemo, useState } from "react";
import { CodeDialog } from "#components/chat/request/code-dialog.tsx";
import { ToolResultsForm } from "#components/chat/request/tool-results-form.tsx";
import type { ChatBody } from "#components/chat/state/chat-messages.ts";
import type { Reply, ReplyEnd } from "#components/chat/state/playground-state.ts";
import { speedText } from "#components/chat/state/reply-speed.ts";
import { shownCall, type ToolResults } from "#components/chat/state/tool-turns.ts";
import { MessageBlock } from "#components/conversation/message-block.tsx";
import { ToolCard } from "#components/conversation/tool-card.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { CopyButton } from "#components/ui/button/copy-button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Spinner } from "#components/ui/button/spinner.tsx";
import { countOf } from "#components/ui/text/format.ts";
import { type ToolCard as Card, isFailed } from "#lib/contract/conversation/tool-cards.ts";
import { TokenHeat } from "./token-heat.tsx";

/** The context of a reply. */
export type ReplyTurn = {
  /** The request that it answers; null if unknown. */
  bodyOf: (() => ChatBody) | null;
  /** What its tools gave. */
  results: ToolResults | undefined;
  /** Whether its tool calls still want their results. */
  isWaiting: boolean;
  onResults: ((answers: ToolResults["answers"]) => void) | null;
};

type ReplyCardProps = {
  /** Null if there is only one column. */
  letter: string | null;
  reply: Reply | undefined;
  turn: ReplyTurn;
  isHidden: boolean;
  showsHeat: boolean;
  threadHref: string;
  onStop: () => void;
  /** Null if it cannot be repeated, such as in earlier rounds. */
  onAgain: (() => void) | null;
};

/** What one model said to a prompt. */
export function ReplyCard({
  letter,
  reply,
  turn,
  isHidden,
  showsHeat,
  threadHref,
  onStop,
  onAgain,
}: ReplyCardProps) {
  const name = letter === null ? "Reply" : `Reply ${letter}`;
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-1.5">
      {letter !== null && (!reply || reply.text === "") ? (
        <span className="flex">
          <Badge>{letter}</Badge>
        </span>
      ) : null}
      {reply ? (
        <>
          <ReplyBody letter={letter} reply={reply} results={turn.results} showsHeat={showsHeat} />
          {turn.isWaiting ? <ToolResultsForm calls={reply.calls} onSend={turn.onResults} /> : null}
          <Fault reply={reply} onAgain={onAgain} />
          <Footer reply={reply} isHidden={isHidden} threadHref={threadHref}>
            {reply.end === "coming" ? (
              <Button size="sm" icon={<Square />} onClick={onStop}>
                {letter === null ? "Stop this reply" : `Stop ${letter}`}
              </Button>
            ) : (
              <>
                {onAgain && reply.end !== "broken" ? (
                  <IconButton
                    label={letter === null ? "Another reply" : `Another reply of ${letter}`}
                    icon={<RotateCw />}
                    size="sm"
                    onClick={onAgain}
                  />
                ) : null}
                {turn.bodyOf && !isHidden ? <ShowAsCode letter={letter} bodyOf={turn.bodyOf} /> : null}
                {reply.text === "" ? null : <CopyButton text={reply.text} />}
              </>
            )}
          </Footer>
        </>
      ) : (
        <div className="flex items-center gap-2 text-muted text-sm">
          It did not get this message.
          {onAgain ? (
            <Button size="sm" onClick={onAgain}>
              Send it
            </Button>
          ) : null}
        </div>
      )}
    </section>
  );
}

function ShowAsCode({ letter, bodyOf }: { letter: string | null; bodyOf: () => ChatBody }) {
  const [body, setBody] = useState<ChatBody | null>(null);
  return (
    <>
      <IconButton
        label={letter === null ? "Show the request as code" : `Show the request of ${letter} as code`}
        icon={<Code />}
        size="sm"
        onClick={() => setBody(bodyOf())}
      />
      {body ? <CodeDialog what="This request" body={body} onClose={() => setBody(null)} /> : null}
    </>
  );
}

type ReplyBodyProps = Pick<ReplyCardProps, "letter" | "showsHeat"> & {
  reply: Reply;
  results: ToolResults | undefined;
};

const ReplyBody = memo(function ReplyBody({ letter, reply, results, showsHeat }: ReplyBodyProps) {
  const { text, end, tokens, calls } = reply;
  const cards = useMemo(() => calls.map((call) => cardOf(call, results)), [calls, results]);
  if (text === "" && calls.length === 0 && end === "coming")
    return (
      <p className="flex items-center gap-2 text-muted text-sm">
        <Spinner className="size-3.5" /> <span className="animate-late">Waiting for the first word…</span>
      </p>
    );
  if (text === "" && calls.length === 0 && end === "broken") return null;
  if (showsHeat && tokens.length > 0)
    return (
      <article aria-label={letter === null ? "Assistant" : `Assistant, ${letter}`} className="min-w-0">
        <header className="mb-1 flex items-center gap-1.5 font-medium text-muted text-xs">
          <Bot aria-hidden="true" className="size-3.5 shrink-0 text-faint" /> Assistant
          {letter === null ? null : <span className="font-mono font-normal">{letter}</span>}
        </header>
        <TokenHeat tokens={tokens} isComing={end === "coming"} />
        {cards.map((card, at) => (
          <ToolCard key={calls[at]?.index} card={card} anchor={undefined} />
        ))}
      </article>
    );
  const message = {
    role: "assistant",
    name: letter,
    parts: text === "" ? [] : [{ kind: "text" as const, text }],
    toolCalls: [],
    toolCallId: null,
    from: "output" as const,
  };
  return (
    <>
      <MessageBlock message={message} cards={cards} />
      {showsHeat ? <p className="text-faint text-xs">This server sends no probabilities.</p> : null}
    </>
  );
});

function cardOf(call: Reply["calls"][number], results: ToolResults | undefined): Card {
  const answer = results?.answers.find(({ callId }) => callId === call.id);
  if (!answer) return { call: shownCall(call), result: null };
  const parts = [{ kind: "text" as const, text: answer.content }];
  return { call: shownCall(call), result: { parts, isError: isFailed({ parts }) } };
}

const ENDS: { readonly [E in ReplyEnd]: string } = {
  coming: "",
  done: "",
  cut: "cut at the max tokens",
  stopped: "stopped, not stored",
  broken: "broke off, not stored",
};

type FooterProps = { reply: Reply; isHidden: boolean; threadHref: string; children: ReactNode };

function Footer({ reply, isHidden, threadHref, children }: FooterProps) {
  const { model, completionTokens, end, seed, timing } = reply;
  const tokens = completionTokens === null ? "" : countOf(completionTokens, "token");
  const speed = timing === null ? "" : speedText(timing, completionTokens);
  const caption = [isHidden ? "" : model, tokens, `seed ${seed}`, speed, ENDS[end]]
    .filter(Boolean)
    .join(" · ");
  const isStored = reply.callId !== null && (end === "done" || end === "cut");
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 break-all text-faint text-xs">{caption}</p>
      {isStored && !isHidden ? (
        <Link href={threadHref} className="rounded-sm text-accent-ink text-xs hover:underline">
          Open thread
        </Link>
      ) : null}
      <span className="ml-auto flex items-center gap-1">{children}</span>
    </div>
  );
}

function Fault({ reply: { error }, onAgain }: { reply: Reply; onAgain: (() => void) | null }) {
  if (error === null) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-danger-tint px-3 py-2 text-danger-ink text-sm"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 break-words">{error}</p>
      {onAgain ? (
        <Button size="sm" icon={<RotateCw />} onClick={onAgain}>
          Ask again
        </Button>
      ) : null}
    </div>
  );
}
