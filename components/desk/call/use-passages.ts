import type { CallPart } from "#components/desk/parts/call-parts.ts";
import type { CallHandle } from "#components/desk/state/desk-handles.ts";
import { useMarking } from "#components/queues/passages/marking.tsx";
import { toast } from "#components/ui/notice/toast-store.ts";
import type { CallViews } from "./call-views.ts";
import { type PassagePlace, passagePlaces } from "./passage-places.ts";

type Shown = {
  parts: readonly CallPart[];
  views: CallViews;
  reveal: (place: { anchor: string; offset: number }) => void;
};

/** How the questions and the keys of the desk reach the texts in which passages are marked. */
export function usePassages({ parts, views, reveal }: Shown): Pick<CallHandle, "showPassage" | "markByKeys"> {
  const marking = useMarking();
  const inView = (place: PassagePlace | undefined) => {
    if (place && views.of(place.part) !== "mark") views.set(place.part, "mark");
    return place;
  };
  return {
    showPassage: ({ path, start }) => {
      const place = inView(passagePlaces(parts).find((one) => one.path === path));
      if (place) reveal({ anchor: place.anchor, offset: start });
      else toast({ title: "The passage is not in the visible part. Show the whole call." });
    },
    markByKeys: () => {
      const places = passagePlaces(parts);
      const place = inView(places.find(({ isJudged }) => isJudged) ?? places[0]);
      if (!marking) toast({ title: "This queue does not ask for passages." });
      else if (place) marking.marks.marking?.setCaretAt(place.path);
    },
  };
}
