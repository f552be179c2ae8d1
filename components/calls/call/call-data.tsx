import { ExceptionBlock } from "#components/conversation/conversation.tsx";
import { CopyButton } from "#components/ui/button/copy-button.tsx";
import { JsonTree } from "#components/ui/view/json-tree.tsx";
import type { Call } from "#lib/contract/traces/call-fields.ts";

/** The documents of a call as they were recorded. */
export function CallData({ call }: { call: Call }) {
  return (
    <div className="flex min-w-0 flex-col gap-5 p-4">
      <Document label="Inputs" value={call.inputs} openDepth={3} />
      <Document label="Output" value={call.output} openDepth={3} />
      {call.exception ? <ExceptionBlock text={call.exception} /> : null}
      <Document label="Attributes" value={call.attributes} openDepth={1} />
      <Document label="Summary" value={call.summary} openDepth={2} />
    </div>
  );
}

function Document({ label, value, openDepth }: { label: string; value: unknown; openDepth: number }) {
  const isEmpty =
    value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
  return (
    <section aria-label={label} className="min-w-0">
      <div className="mb-1 flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-muted text-xs">{label}</h3>
        {isEmpty ? null : (
          <CopyButton
            variant="ghost"
            label={`Copy ${label.toLowerCase()}`}
            text={() => JSON.stringify(value, null, 2)}
          />
        )}
      </div>
      {isEmpty ? (
        <p className="text-faint">Nothing was recorded.</p>
      ) : (
        <JsonTree value={value} label={label} openDepth={openDepth} className="border border-line" />
      )}
    </section>
  );
}
