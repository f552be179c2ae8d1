import { useQuery } from "@tanstack/react-query";
import { callQuery } from "#components/calls/parts/call-queries.ts";
import type { DeskItem } from "#components/desk/state/desk-handles.ts";
import { snippetOf } from "./snippet.ts";

/** What an item is called in a line: the first words of its call where the desk has loaded that (`isPending` until then; a list never loads calls), else the name of its op. */
export function useItemWords(projectId: string, item: DeskItem): { words: string; isPending: boolean } {
  const call = useQuery({ ...callQuery(projectId, item.callId), enabled: false });
  // Of a pair only the shared input is shown, so that the line does not reveal which is which.
  const paths = item.pairCallId === null ? item.displayFields : ["inputs"];
  const words = (call.data ? snippetOf(call.data, paths) : null) ?? item.callOpName;
  return { words, isPending: call.isPending };
}
