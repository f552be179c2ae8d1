import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { projectsQuery } from "#components/project/project-queries.ts";
import { type Permission, roleAllows } from "#lib/contract/access.ts";
import { readHome } from "./first-data.tsx";

/** A page does not wait longer than this for its list; the browser then asks for it. */
const PATIENCE_MS = 1_000;

type Address = {
  params: Promise<{ entity: string; project: string }>;
  searchParams: Promise<{ [name: string]: string | string[] | undefined }>;
};

type ListPage = {
  /** What its reader must be allowed to do; nothing is asked for in the name of others. */
  needs: Permission;
  /** Reads the list that the page shows at first, by the project and what the address says. */
  read: (client: QueryClient, projectId: string, get: (name: string) => string | null) => Promise<void>;
  page: ReactNode;
};

/** A page of a project that is sent with the beginning of its list, where its reader may see it. */
export function listPage({ needs, read, page }: ListPage): (address: Address) => Promise<ReactNode> {
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each page, at the top of its module.
  return async function Page({ params, searchParams }) {
    const { entity, project } = await params;
    const projects = (await readHome()).getQueryData(projectsQuery.queryKey) ?? [];
    const path = [entity, project].map(decodeURIComponent).join("/");
    const found = projects.find(({ projectId }) => projectId === path);
    const values = await searchParams;
    // What may be sorted by is known to the table's columns.
    if (!found || !roleAllows(found.role, needs) || values.sort) return page;
    const client = new QueryClient();
    await within(
      PATIENCE_MS,
      read(client, found.projectId, (name) => [values[name]].flat().at(-1) || null),
    );
    const state = dehydrate(client);
    await client.cancelQueries();
    return <HydrationBoundary state={state}>{page}</HydrationBoundary>;
  };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  await Promise.race([work, over.promise]);
  clearTimeout(timer);
}
