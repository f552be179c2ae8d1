"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { isDrawnByServer } from "#components/layout/state/navigation.ts";
import { QueryError } from "#components/layout/state/query-error.tsx";
import { Spinner } from "#components/ui/button/spinner.tsx";
import { late } from "#components/ui/mount/late.tsx";
import { useHydrated } from "#components/ui/use-platform.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { type Me, meQuery } from "./session-queries.ts";
import { signInHref } from "./sign-in-request.ts";

// Few ever see it.
const ForcedPassword = late(() => import("./forced-password.tsx").then((file) => file.ForcedPassword), {
  when: "wanted",
  fallback: <Waiting>Loading…</Waiting>,
});

const MeContext = createContext<Me | null>(null);

/** The person who is signed in. Only below a `SessionGate`. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error("useMe needs a SessionGate around it");
  return me;
}

/** Shows what is inside to people who are signed in, and sends everyone else to the sign-in page and back. */
export function SessionGate({ hasCookie, children }: { hasCookie: boolean; children: ReactNode }) {
  const me = useQuery({ ...meQuery, enabled: hasCookie });
  const isSignedOut = !hasCookie || isUnauthenticated(me.error);
  const [beganSignedIn] = useState(hasCookie);
  const isDrawn = isDrawnByServer(usePathname());
  const isHydrated = useHydrated();
  useSessionWatch();
  useEffect(() => {
    if (!isSignedOut) return;
    const { pathname, search, hash } = window.location;
    window.location.replace(signInHref(pathname + search + hash, { hasEnded: beganSignedIn }));
  }, [isSignedOut, beganSignedIn]);
  // Most pages are drawn in the browser, which knows the reader's time zone and what they keep there.
  if (hasCookie && !isHydrated && !(isDrawn && me.data)) return <Waiting>Loading…</Waiting>;
  if (me.data?.mustChangePassword) return <ForcedPassword email={me.data.email} />;
  if (me.data && !isSignedOut) return <MeContext value={me.data}>{children}</MeContext>;
  if (me.error && !isSignedOut)
    return (
      <main className="flex min-h-dvh items-center">
        <QueryError title="Your account could not be loaded" query={me} isPage />
      </main>
    );
  return <Waiting>{isSignedOut ? "Opening the sign-in page…" : "Loading…"}</Waiting>;
}

function Waiting({ children }: { children: string }) {
  return (
    <main aria-busy="true" className="flex min-h-dvh items-center justify-center gap-2 text-muted">
      <Spinner />
      <span className="animate-late">{children}</span>
    </main>
  );
}

/** Any 401 may mean that the session has ended: reads the user again, so that the gate notices. */
function useSessionWatch(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const check = (error: unknown, key: unknown) => {
      if (isUnauthenticated(error) && key !== meQuery.queryKey[0])
        void queryClient.resetQueries({ queryKey: meQuery.queryKey });
    };
    const stopQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error")
        check(event.action.error, event.query.queryKey[0]);
    });
    const stopMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") check(event.action.error, null);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [queryClient]);
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
