"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { PAGE_ANSWERS } from "#components/layout/early/hold-presses.ts";
import { noteLeaving } from "#components/layout/state/after-return.ts";
import { shareNonceWithLibraries } from "#components/layout/state/style-nonce.ts";
import { useKeptFocus } from "#components/layout/state/use-kept-focus.ts";
import { DrawnAtProvider } from "#components/ui/drawn-at.tsx";
import { ShortcutProvider } from "#components/ui/mount/shortcuts.tsx";
import { Toaster } from "#components/ui/notice/toaster.tsx";

shareNonceWithLibraries();

/** What every page has around it: the query cache, shortcuts, toasts, and the keyboard’s place. */
export function AppProviders({ drawnAt, children }: { drawnAt: number; children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  useKeptFocus();
  useEffect(() => {
    // A moment later, when the router, which is around all this, has had its effects too.
    const timer = setTimeout(() => document.dispatchEvent(new Event(PAGE_ANSWERS)));
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <DrawnAtProvider at={drawnAt}>
        <ShortcutProvider>
          {children}
          <Toaster />
        </ShortcutProvider>
      </DrawnAtProvider>
    </QueryClientProvider>
  );
}

const FRESH_MS = 10_000;

function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: shouldRetry },
    },
  });
  noteLeaving(client);
  return client;
}

/** A refusal stays a refusal; only what never got an answer, or a server in trouble, is asked again. */
function shouldRetry(failures: number, error: Error): boolean {
  const status = "status" in error ? error.status : undefined;
  const isRefusal = typeof status === "number" && status >= 400 && status < 500;
  return !isRefusal && failures < 2;
}
