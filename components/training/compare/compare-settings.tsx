"use client";

import { LineSwatch } from "#components/training/chart/line-swatch.tsx";
import { isChanged, settingsOf, settingText } from "#components/training/parts/config-changes.ts";
import { shownConfig } from "#components/training/parts/job-config.tsx";
import type { TrainingJob } from "#lib/contract/training/training.ts";

/** Only the settings in which the runs differ. */
export function CompareSettings({
  jobs,
  labels,
}: {
  jobs: readonly TrainingJob[];
  labels: readonly string[];
}) {
  const settings = settingsOf(jobs.map(shownConfig)).filter(isChanged);
  return (
    <section aria-labelledby="compare-settings" className="border-line border-t pb-6">
      <h2 id="compare-settings" className="px-4 py-2 text-sm">
        Settings that differ
      </h2>
      {settings.length === 0 ? (
        <p className="px-4 text-muted text-sm">These jobs have the same settings and data.</p>
      ) : (
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="overflow-x-auto -outline-offset-2"
        >
          <table aria-label="Settings that differ" className="w-full text-sm tabular-nums">
            <thead className="text-left text-muted text-xs">
              <tr>
                <th scope="col" className="px-4 py-1.5 font-medium">
                  Setting
                </th>
                {jobs.map(({ id }, at) => (
                  <th key={id} scope="col" className="px-4 py-1.5 font-medium">
                    <span className="flex items-center gap-2">
                      <LineSwatch line={at} />
                      {labels[at]}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {settings.map(({ path, values }) => (
                <tr key={path} className="border-line border-t">
                  <th scope="row" className="px-4 py-1.5 text-left align-top font-normal">
                    <code className="text-xs">{path}</code>
                  </th>
                  {values.map((value, at) => (
                    <td
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the runs, in their order.
                      key={at}
                      className="break-words px-4 py-1.5 align-top"
                    >
                      {settingText(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
