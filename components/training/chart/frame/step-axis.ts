/** What runs from left to right. */
export const X_AXES = ["step", "tokens", "time"] as const;
export type XAxis = (typeof X_AXES)[number];

/** Where a step stands on an axis: its number, the tokens of all steps up to it, or the seconds since the training began. */
export type Knot = { readonly step: number; readonly x: number };

/** Places steps on an axis and finds them again; between knots they lie on straight lines. */
export type StepAxis = { toX: (step: number) => number; toStep: (x: number) => number };

export const STEPS: StepAxis = { toX: (step) => step, toStep: (x) => x };

/** `knots` ascend in both; the training begins at step 0 and x 0. */
export function stepAxis(knots: readonly Knot[]): StepAxis {
  const all = [{ step: 0, x: 0 }, ...knots];
  return {
    toX: (step) => between(all, { by: "step", to: "x", at: step }),
    toStep: (x) => between(all, { by: "x", to: "step", at: x }),
  };
}

type Search = { by: keyof Knot; to: keyof Knot; at: number };

/** Extrapolates beyond the last knot from the last two. */
function between(knots: readonly Knot[], { by, to, at }: Search): number {
  let low = 0;
  let high = knots.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((knots[middle]?.[by] ?? 0) <= at) low = middle;
    else high = middle;
  }
  const [a, b] = [knots[low], knots[high]];
  if (!a || !b || b[by] === a[by]) return a?.[to] ?? 0;
  return a[to] + ((at - a[by]) / (b[by] - a[by])) * (b[to] - a[to]);
}

type TokenSpan = { readonly lastStep: number; readonly firstStep: number; readonly mean: number };

/** Tokens of all steps up to the end of each span; the spans begin at step 1 and leave none out. */
export function tokenKnots(spans: readonly TokenSpan[]): Knot[] {
  let tokens = 0;
  return spans.map(({ firstStep, lastStep, mean }) => {
    tokens += mean * (lastStep - firstStep + 1);
    return { step: lastStep, x: tokens };
  });
}
