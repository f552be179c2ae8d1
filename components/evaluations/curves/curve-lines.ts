import { type MetricPoint, metricTitle } from "#components/run/metrics/metric-points.ts";
import type { ChartLine } from "#components/training/chart/frame/chart-frame.ts";
import type { Range } from "#components/training/chart/frame/chart-view.ts";
import { STEPS } from "#components/training/chart/frame/step-axis.ts";
import type { CurveGate, CurvePoint } from "#lib/contract/evaluation/evaluation-curves.ts";
import type { Checkpoint } from "#lib/contract/models/models.ts";

/** The evaluation as a line whose band is its interval, and each gate as a level line over the same steps; all but the first are dashed. */
export function curveLines(
  label: string,
  { points, gates }: { points: readonly CurvePoint[]; gates: readonly CurveGate[] },
): ChartLine[] {
  const line = { id: "measured", label, axis: STEPS, points: points.flatMap(pointOf) };
  const [first, last] = [points[0]?.step ?? 0, points.at(-1)?.step ?? 0];
  const levels = gates.map(({ alias, role, value }) => ({
    id: `gate ${alias} ${role}`,
    label: role === "target" ? `${alias} asks for` : `${alias} allows`,
    axis: STEPS,
    isLevel: true,
    points: [...new Set([first, last])].map((step) => levelAt(step, value)),
  }));
  return [line, ...levels];
}

/** What is known without an interval has no band. */
function pointOf({ step, estimate: { value, low, high } }: CurvePoint): MetricPoint[] {
  if (value === null) return [];
  return [{ firstStep: step, lastStep: step, mean: value, min: low ?? value, max: high ?? value }];
}

function levelAt(step: number, value: number): MetricPoint {
  return { firstStep: step, lastStep: step, mean: value, min: value, max: value };
}

const LOSSES = ["loss", "validation_loss"];

/** What the jobs of a model's checkpoints said at their ends; a line for each loss that some checkpoint has. */
export function lossLines(checkpoints: readonly Pick<Checkpoint, "step" | "metrics">[]): ChartLine[] {
  const inOrder = checkpoints.toSorted((a, b) => a.step - b.step);
  return LOSSES.flatMap((name): ChartLine[] => {
    const points = inOrder.flatMap(({ step, metrics }) => {
      const value = metrics[name];
      return value === undefined ? [] : [levelAt(step, value)];
    });
    return points.length === 0 ? [] : [{ id: name, label: metricTitle(name), axis: STEPS, points }];
  });
}

/** From the lowest to the highest step; null of fewer than two. */
export function stepsOf(checkpoints: readonly Pick<Checkpoint, "step">[]): Range | null {
  const steps = checkpoints.map(({ step }) => step);
  return steps.length < 2 ? null : { from: Math.min(...steps), to: Math.max(...steps) };
}
