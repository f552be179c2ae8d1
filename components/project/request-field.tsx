"use client";

import { CopyField } from "#components/ui/button/copy-button.tsx";
import { useHydrated } from "#components/ui/use-platform.ts";

type RequestFieldProps = { label: string; path: string; body: unknown };

/** A request to this service, ready to be run in a terminal once a key is put in. The server does not know by which address it is reached. */
export function RequestField({ label, path, body }: RequestFieldProps) {
  const isHydrated = useHydrated();
  if (!isHydrated) return null;
  const command = [
    `curl ${window.location.origin}/api${path} \\`,
    `  -H "Authorization: Bearer $SPINDLE_API_KEY" -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join("\n");
  return (
    <div className="mt-4 text-left">
      <CopyField label={label} value={command} />
    </div>
  );
}
