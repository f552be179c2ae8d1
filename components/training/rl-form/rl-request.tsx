"use client";

import { CopyButton } from "#components/ui/button/copy-button.tsx";
import type { ModelWithSteps } from "#lib/contract/models/models.ts";
import { rlRequestText } from "./rl-request-text.ts";

/** Reinforcement jobs come from programs: what such a program sends, ready to be copied. */
export function RlRequest({ model }: { model: ModelWithSteps }) {
  const origin = typeof window === "undefined" ? "" : window.location.origin;
  const text = rlRequestText(origin, model.id);
  return (
    <section aria-label="Request for reinforcement" className="flex min-w-0 flex-col gap-3">
      <p className="text-sm">
        Sample several answers to each prompt with <code className="text-xs">logprobs</code>, reward them and
        send them in groups. The job makes the better answers of each group more likely. It appears in the
        list once it is sent.
      </p>
      <div className="min-w-0 rounded-md border border-line bg-sunken">
        <div className="flex items-center justify-between border-line border-b px-3 py-1.5">
          <span className="text-muted text-xs">curl, with your key in SPINDLE_API_KEY</span>
          <CopyButton text={text} />
        </div>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="max-h-96 overflow-auto p-3 text-xs leading-5 -outline-offset-2"
        >
          {text}
        </pre>
      </div>
    </section>
  );
}
