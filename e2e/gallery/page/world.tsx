import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type CurrentProject, ProjectProvider } from "#components/project/project-context.tsx";
import { SessionGate } from "#components/session/session-gate.tsx";
import { type Me, meQuery } from "#components/session/session-queries.ts";
import { DrawnAtProvider } from "#components/ui/drawn-at.tsx";
import { ShortcutProvider } from "#components/ui/mount/shortcuts.tsx";
import { Toaster } from "#components/ui/notice/toaster.tsx";

const IDA: Me = {
  userId: "ida",
  email: "ida@example.com",
  name: "Ida",
  isInstanceAdmin: false,
  defaultEntity: "acme",
  mustChangePassword: false,
  entities: [{ name: "acme", isAdmin: true }],
  keyBindings: {},
  credential: "session",
};

const PROJECT: CurrentProject = {
  entity: "acme",
  project: "support",
  projectId: "acme/support",
  shownName: "Support",
  role: "admin",
};

/** What every component has around it: somebody signed in, a project, and no service. */
export function World({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={client}>
      <DrawnAtProvider at={Date.UTC(2026, 0, 2)}>
        <ShortcutProvider>
          <SessionGate hasCookie>
            <ProjectProvider value={PROJECT}>{children}</ProjectProvider>
          </SessionGate>
          <Toaster />
        </ShortcutProvider>
      </DrawnAtProvider>
    </QueryClientProvider>
  );
}

function makeClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(meQuery.queryKey, IDA);
  return client;
}
