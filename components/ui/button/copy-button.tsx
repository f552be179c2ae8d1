"use client";

import { Check, Copy } from "lucide-react";
import { useCopy } from "#components/ui/use-copy.ts";
import { Button } from "./button.tsx";

type CopyButtonProps = {
  text: string | (() => string);
  label?: string;
  variant?: "secondary" | "ghost" | "primary";
};

export function CopyButton({ text, label = "Copy", variant = "secondary" }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  return (
    <Button
      size="sm"
      variant={variant}
      icon={copied ? <Check /> : <Copy />}
      onClick={() => copy(typeof text === "string" ? text : text())}
    >
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}

/** Something to be copied whole: a key shown once, a link, a command. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-2 text-left">
      <code className="min-w-0 flex-1 select-all whitespace-pre-wrap break-all py-1 pl-1 text-xs">
        <span className="sr-only">{label}: </span>
        {value}
      </code>
      <CopyButton text={value} />
    </div>
  );
}
