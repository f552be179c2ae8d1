import { expect, test } from "vitest";
import { STEPS } from "#components/training/chart/frame/step-axis.ts";
import { chartCsv } from "./chart-file.ts";

test("the values of a chart leave as a table in which no name of a run is a formula", () => {
  const point = { firstStep: 1, lastStep: 8, mean: 0.5, min: 0.25, max: 1e-7 };
  const line = (label: string) => ({ id: label, label, points: [point], axis: STEPS });
  expect(chartCsv([line('shop, "new"'), line("=1+1")])).toBe(
    'line,first_step,last_step,mean,min,max\r\n"shop, ""new""",1,8,0.5,0.25,1e-7\r\n\'=1+1,1,8,0.5,0.25,1e-7\r\n',
  );
});
