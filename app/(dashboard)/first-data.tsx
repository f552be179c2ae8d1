import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { cache, type ReactNode } from "react";
import { meQuery } from "#components/account/session-queries.ts";
import { projectsQuery } from "#components/projects/project-queries.ts";
import { sendThrough } from "#lib/client/transport.ts";
import { type Permission, roleAllows } from "#lib/contract/access.ts";
import { answerPage, isWholePage } from "#lib/first-data/answer-page.ts";

/** A page does not wait longer than this for its list; the browser then asks for it. */
const PATIENCE_MS = 1_000;

sendThrough({ origin: "http://this-process.invalid", send: answerPage });

/** Who asks for the page and their projects, read once for each request. */
const readHome = cache(async (): Promise<QueryClient> => {
  const client = new QueryClient();
  if (!(await isWholePage())) return client;
  await client.prefetchQuery(meQuery);
  if (client.getQueryData(meQuery.queryKey)?.mustChangePassword === false)
    await client.prefetchQuery(projectsQuery);
  return client;
});

/** Sends the page along with its reader and their projects. */
export async function FirstHome({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(await readHome())}>{children}</HydrationBoundary>;
}

type Address = {
  params: Promise<{ entity: string; project: string }>;
  searchParams: Promise<{ [name: string]: string | string[] | undefined }>;
};
export type ListPageProps = Address;

type FirstListProps = Address & {
  /** What its reader must be allowed to do; nothing is asked for in the name of others. */
  needs: Permission;
  /** Reads the list that the page shows at first, by the project and what the address says. */
  read: (client: QueryClient, projectId: string, get: (name: string) => string | null) => Promise<void>;
  children: ReactNode;
};

/** Sends the page along with the beginning of its list, where its reader may see it. */
export async function FirstList({ params, searchParams, needs, read, children }: FirstListProps) {
  const { entity, project } = await params;
  const projects = (await readHome()).getQueryData(projectsQuery.queryKey) ?? [];
  const path = [entity, project].map(decodeURIComponent).join("/");
  const found = projects.find(({ projectId }) => projectId === path);
  if (!found || !roleAllows(found.role, needs)) return children;
  const client = new QueryClient();
  const values = await searchParams;
  await within(
    PATIENCE_MS,
    read(client, found.projectId, (name) => [values[name]].flat().at(-1) || null),
  );
  const state = dehydrate(client);
  await client.cancelQueries();
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  await Promise.race([work, over.promise]);
  clearTimeout(timer);
}
