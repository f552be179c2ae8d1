import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { afterReturn, noteLeaving } from "./after-return.ts";

test("A list that came with the page is only read again after a return, and stays visible until then", async () => {
  const client = new QueryClient();
  noteLeaving(client);
  const answers = ["as it is by now"];
  const list = {
    queryKey: ["list"],
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: afterReturn,
    queryFn: () => Promise.resolve(answers.shift() ?? "asked once too often"),
  };
  client.setQueryData(list.queryKey, "as it came with the page");
  const leave = new QueryObserver(client, list).subscribe(() => {});
  expect(client.isFetching()).toBe(0);
  leave();

  const back = new QueryObserver(client, list);
  const isRead = Promise.withResolvers<unknown>();
  const leaveAgain = back.subscribe(({ data, isFetching }) => isFetching || isRead.resolve(data));
  expect(back.getCurrentResult()).toMatchObject({ data: "as it came with the page", isFetching: true });
  expect(await isRead.promise).toBe("as it is by now");
  leaveAgain();
  client.clear();
});
