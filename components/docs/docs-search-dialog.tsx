"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { useMemo, useState } from "react";
import { Button } from "#components/ui/button/button.tsx";
import { useActiveOption } from "#components/ui/commands/use-active-option.ts";
import { Kbd } from "#components/ui/mount/kbd.tsx";
import { useFocusReturn } from "#components/ui/use-focus-return.ts";
import { type FoundSection, findSections, INDEX_OPTIONS } from "./search-index.ts";

type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Finds sections of documents and operations of the API by their words. */
export function DocsSearchDialog({ open, onOpenChange }: DialogProps) {
  const focus = useFocusReturn();
  const router = useRouter();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          className="floating fixed inset-x-2 top-[10dvh] z-50 mx-auto max-w-xl animate-rise overflow-hidden outline-none"
        >
          <Radix.Title className="sr-only">Search the documentation</Radix.Title>
          <Finder
            onPick={(href) => {
              onOpenChange(false);
              router.push(href);
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Finder({ onPick }: { onPick: (href: string) => void }) {
  const [text, setText] = useState("");
  const finding = useDocsFinding(text);
  const around = useActiveOption();
  return (
    <Command ref={around} label="Documentation" loop shouldFilter={false}>
      <div className="flex items-center gap-2 border-line border-b px-3">
        <Search aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <Command.Input
          value={text}
          onValueChange={setText}
          maxLength={255}
          placeholder="Words of a document, or an operation of the API…"
          className="h-11 w-full min-w-0 bg-transparent text-base outline-none"
        />
        <Kbd keys="escape" />
      </div>
      <Command.List className="max-h-[60dvh] overflow-y-auto p-1">
        {finding.sections.map((section) => (
          <FoundItem key={section.href} section={section} onPick={() => onPick(section.href)} />
        ))}
      </Command.List>
      <Status text={text.trim()} finding={finding} />
    </Command>
  );
}

function FoundItem({ section, onPick }: { section: FoundSection; onPick: () => void }) {
  const { href, heading, page, start } = section;
  return (
    <Command.Item
      value={href}
      onSelect={onPick}
      className="cursor-pointer select-none rounded-sm px-3 py-2 data-[selected=true]:bg-hover"
    >
      <p className="flex gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">{heading}</span>
        {heading === page ? null : (
          <span className="max-w-[40%] shrink-0 truncate text-muted text-xs leading-5">{page}</span>
        )}
      </p>
      <p className="truncate text-muted text-xs">{start}</p>
    </Command.Item>
  );
}

function Status({ text, finding }: { text: string; finding: DocsFinding }) {
  const { isLoading, error, retry, sections } = finding;
  return (
    <div role="status" className="break-words text-muted text-sm">
      {error ? (
        <div className="flex flex-wrap items-center gap-2 px-3 py-2 text-danger-ink">
          <p className="min-w-0 flex-1">The search could not be loaded. Check your connection.</p>
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : isLoading ? (
        <p className="px-3 py-4">Loading the search…</p>
      ) : text !== "" && sections.length === 0 ? (
        <p className="px-3 py-8 text-center">Nothing found for “{text}”. Try fewer or other words.</p>
      ) : null}
    </div>
  );
}

type DocsFinding = {
  sections: readonly FoundSection[];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
};

/** The sections with these words, best first. The index is loaded once, when somebody first searches. */
function useDocsFinding(text: string): DocsFinding {
  const {
    data: index,
    isPending,
    error,
    refetch,
  } = useQuery({
    queryKey: ["docs search"],
    queryFn: loadIndex,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const sections = useMemo(() => (index ? findSections(index, text) : []), [index, text]);
  return { sections, isLoading: isPending, error, retry: () => void refetch() };
}

async function loadIndex() {
  const [{ default: Index }, { default: search }] = await Promise.all([
    import("minisearch"),
    import("#lib/generated/docs/search.json"),
  ]);
  return Index.loadJSON<FoundSection>(search.index, INDEX_OPTIONS);
}
