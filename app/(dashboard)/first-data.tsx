import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { cache, type ReactNode } from "react";
import { PAGE_MARK_KEY } from "#components/project/page-mark.ts";
import { projectsQuery } from "#components/project/project-queries.ts";
import { meQuery } from "#components/session/session-queries.ts";
import { sendThrough } from "#lib/client/transport.ts";
import { answerPage, isWholePage, readPageMark } from "#lib/edge/first-data/answer-page.ts";

sendThrough({ origin: "http://this-process.invalid", send: answerPage });

/** Who asks for the page and their projects, read once for each request. */
export const readHome = cache(async (): Promise<QueryClient> => {
  const client = new QueryClient();
  if (!(await isWholePage())) return client;
  client.setQueryData(PAGE_MARK_KEY, await readPageMark());
  await client.prefetchQuery(meQuery);
  if (client.getQueryData(meQuery.queryKey)?.mustChangePassword === false)
    await client.prefetchQuery(projectsQuery);
  return client;
});

/** Sends the page along with its reader and their projects. */
export async function FirstHome({ children }: { children: ReactNode }) {
  return <HydrationBoundary state={dehydrate(await readHome())}>{children}</HydrationBoundary>;
}
