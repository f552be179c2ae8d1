import clsx from "clsx";

/** One bar: as high as its value beside the highest, and what is read aloud and shown when it is pointed at. */
export type Bar = { key: string | number; value: number; text: string };

const HEIGHT = 100;

/** Bars side by side. Its height comes by class; who shows it says what the axes mean. */
export function Bars({ bars, className }: { bars: readonly Bar[]; className?: string }) {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <ul className={clsx("flex items-stretch gap-px border-edge border-b", className)}>
      {bars.map(({ key, value, text }) => {
        // What there is at all stays visible beside what there is most of.
        const height = value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT);
        return (
          <li key={key} title={text} className="min-w-0 flex-1">
            <span className="sr-only">{text}</span>
            <svg
              viewBox={`0 0 1 ${HEIGHT}`}
              preserveAspectRatio="none"
              aria-hidden="true"
              className="block size-full fill-accent/70"
            >
              <rect width="1" height={height} y={HEIGHT - height} />
            </svg>
          </li>
        );
      })}
    </ul>
  );
}
