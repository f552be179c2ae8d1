import { Button } from "#components/ui/button/button.tsx";
import { countOf } from "#components/ui/text/format.ts";

/** Charts that were put away come back from here. */
export function HiddenCharts({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <div className="px-4 pb-3">
      <Button size="sm" variant="ghost" onClick={onShow}>
        Show {countOf(count, "hidden chart")}
      </Button>
    </div>
  );
}
