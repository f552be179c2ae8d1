"use client";

import { ExternalLink, Search } from "lucide-react";
import type { AroundCall } from "#components/calls/around/thread-turns.tsx";
import { callName } from "#components/calls/parts/call-facts.ts";
import { KeyHint } from "#components/desk/form/field-box.tsx";
import { projectHref } from "#components/layout/state/navigation.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { buttonClass } from "#components/ui/button/button-class.ts";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import type { Call } from "#lib/contract/traces/call-fields.ts";
import { factsOf } from "./call-line.ts";

type CallBarProps = {
  call: Call;
  around: AroundCall | null;
  isWhole: boolean;
  onWhole: (isWhole: boolean) => void;
  onFind: () => void;
  isBlindPair: boolean;
};

/** Where the call stands in its conversation, what it cost, and what can be done with its view. */
export function CallBar({ call, around, isWhole, onWhole, onFind, isBlindPair }: CallBarProps) {
  const { entity, project } = useProject();
  const turn = around ? [`turn ${around.number} of ${around.before.length + around.after.length + 1}`] : [];
  const facts = isBlindPair ? turn : [...turn, ...factsOf(call)];
  return (
    <div className="flex min-h-10 shrink-0 items-center gap-3 border-line pointer-coarse:min-h-12 border-b px-4 text-muted text-xs">
      <h2
        className="min-w-0 shrink truncate font-mono font-normal text-xs"
        title={isBlindPair ? undefined : call.opName}
      >
        {isBlindPair ? "Answer" : callName(call)}
      </h2>
      <span className="min-w-0 shrink-[2] truncate text-faint max-sm:hidden">{facts.join(" · ")}</span>
      <span className="ml-auto flex shrink-0 items-center gap-1 pointer-coarse:gap-2.5">
        <IconButton size="sm" label="Find in the item" icon={<Search />} onClick={onFind} />
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={isWhole}
          onClick={() => onWhole(!isWhole)}
          className="aria-pressed:bg-pressed aria-pressed:text-ink"
        >
          Whole call <KeyHint act="whole" />
        </Button>
        {isBlindPair ? null : (
          <Link
            href={projectHref({ entity, project }, "calls", call.id)}
            target="_blank"
            aria-label="Open the call in a new tab"
            className={`${buttonClass("ghost", "sm")} px-1.5!`}
          >
            <ExternalLink aria-hidden="true" className="size-3.5" />
          </Link>
        )}
      </span>
    </div>
  );
}
