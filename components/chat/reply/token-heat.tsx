"use client";

import clsx from "clsx";
import { type KeyboardEvent, memo, useId, useState } from "react";
import type { ReplyToken } from "#components/chat/state/read-reply.ts";
import {
  SURPRISE_BOUNDS,
  type Surprise,
  surpriseOf,
  tokenText,
} from "#components/chat/state/token-likelihood.ts";

/** From sure to hardly to be expected. The ground warms and the line below thickens, so that neither speaks alone. */
const GROUNDS: { readonly [S in Surprise]: string } = {
  0: "",
  1: "bg-warning/15",
  2: "bg-warning/30 underline decoration-dotted",
  3: "bg-danger/20 underline",
  4: "bg-danger/35 underline decoration-2",
};

type TokenHeatProps = { tokens: readonly ReplyToken[]; isComing: boolean };

/** A reply token by token. One token is in the tab order; arrow keys move between tokens, and the focused or hovered one is described below. */
export function TokenHeat({ tokens, isComing }: TokenHeatProps) {
  const id = useId();
  const [current, setCurrent] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const [hasFocus, setFocus] = useState(false);
  const read = pointed ?? (hasFocus ? current : null);
  const token = read === null ? undefined : tokens[read];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = targetOf(event.key, current, tokens.length);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p
        onKeyDown={onKeyDown}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onMouseOver={({ target }) => setPointed(placeIn(target))}
        onMouseLeave={() => setPointed(null)}
        className="whitespace-pre-wrap break-words leading-6"
      >
        {tokens.map((one, at) => (
          <Token
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens are only ever appended.
            key={at}
            id={`${id}-${at}`}
            at={at}
            token={one}
            isInOrder={at === Math.min(current, tokens.length - 1) && !isComing}
            onFocus={setCurrent}
          />
        ))}
      </p>
      <p
        aria-live={hasFocus ? "polite" : "off"}
        className="min-h-8 break-words border-line border-t pt-1.5 text-muted text-xs"
      >
        {token ? tokenText(token) : <Scale />}
      </p>
    </div>
  );
}

type TokenProps = {
  id: string;
  at: number;
  token: ReplyToken;
  isInOrder: boolean;
  onFocus: (at: number) => void;
};

const Token = memo(function Token({ id, at, token, isInOrder, onFocus }: TokenProps) {
  const ground = GROUNDS[surpriseOf(token.logprob)];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is text that can be walked; nothing happens on it.
    <span
      id={id}
      data-token={at}
      tabIndex={isInOrder ? 0 : -1}
      onFocus={() => onFocus(at)}
      className={clsx(
        "rounded-sm underline-offset-4 outline-offset-0 hover:outline hover:outline-ring",
        ground,
        // Marks of the chat format, such as the end of the turn. On a ground only the full ink is readable.
        /^<\|.*\|>$/.test(token.text) && (ground === "" ? "text-faint text-xs" : "text-xs"),
      )}
    >
      {token.text}
    </span>
  );
});

function Scale() {
  const [sure, likely, even, rare] = SURPRISE_BOUNDS.map((bound) => `${bound * 100} %`);
  const steps: [Surprise, string][] = [
    [0, `from ${sure}`],
    [1, `from ${likely}`],
    [2, `from ${even}`],
    [3, `from ${rare}`],
    [4, "less"],
  ];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      Probability
      {steps.map(([step, text]) => (
        <span key={step} className={clsx("rounded-sm px-1 text-ink underline-offset-4", GROUNDS[step])}>
          {text}
        </span>
      ))}
    </span>
  );
}

function placeIn(target: EventTarget): number | null {
  const at = target instanceof HTMLElement ? target.dataset.token : undefined;
  return at === undefined ? null : Number(at);
}

function targetOf(key: string, current: number, count: number): number | null {
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(current + 1, count - 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(current - 1, 0);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
