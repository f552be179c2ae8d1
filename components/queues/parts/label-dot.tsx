import clsx from "clsx";

const HUES = 10;

/** The colour of a label; always shown next to its name. */
export function LabelDot({ hue }: { hue: number }) {
  return (
    <span
      aria-hidden="true"
      data-hue={hue % HUES}
      className={clsx("passage-dot size-3 shrink-0 rounded-sm", hue >= HUES && "passage-dashed")}
    />
  );
}
