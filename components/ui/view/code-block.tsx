"use client";

import { type ReactNode, useEffect, useState } from "react";
import type { Coloured } from "#components/ui/text/code-colours.ts";

type Run = Coloured["children"][number];

/** Colouring takes longer than anybody waits above this. */
const MAX_COLOURED_CHARS = 30_000;

type CodeBlockProps = {
  code: string;
  /** As written after the fence; null if nothing was. */
  language: string | null;
};

/** Code that scrolls by itself. Its colours come when their rules are loaded; the text is there before. */
export function CodeBlock({ code, language }: CodeBlockProps) {
  const coloured = useColours(code, language);
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="my-2 overflow-x-auto rounded-md border border-line bg-sunken p-3 text-xs leading-5"
    >
      <code data-coloured={coloured ? language || "guessed" : undefined}>{coloured ?? code}</code>
    </pre>
  );
}

function useColours(code: string, language: string | null): ReactNode {
  const [coloured, setColoured] = useState<{ code: string; spans: ReactNode } | null>(null);
  useEffect(() => {
    if (code.length > MAX_COLOURED_CHARS) return;
    let isWanted = true;
    void import("#components/ui/text/code-colours.ts")
      .then(({ colourCode }) => colourCode(code, language))
      .then((root) => {
        if (isWanted && root) setColoured({ code, spans: root.children.map(asSpan) });
      })
      // Without its rules code is as readable as before.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [code, language]);
  return coloured?.code === code ? coloured.spans : null;
}

function asSpan(node: Run, index: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  const { className } = node.properties;
  return (
    <span key={index} className={Array.isArray(className) ? className.join(" ") : undefined}>
      {node.children.map(asSpan)}
    </span>
  );
}
