import { Plus, X } from "lucide-react";
import { useState } from "react";
import { type Worth, worthsJson } from "#components/graders/parts/prompt-messages.ts";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import type { FieldControl } from "#components/ui/field/field.tsx";
import { Input } from "#components/ui/field/input.tsx";

type WorthsControlProps = {
  control: FieldControl;
  worths: readonly Worth[];
  /** From which score on an answer passes; null for none. */
  threshold: number | null;
  onChange: (json: string) => void;
};

/** Labels with what each is worth, and which of them pass. */
export function WorthsControl({ control, worths, threshold, onChange }: WorthsControlProps) {
  const [typed, setTyped] = useState(worths);
  // As it is typed, while it says the same: `0.` is on its way to `0.5`, and `ye` to `yes`.
  const rows = worthsJson(typed) === worthsJson(worths) ? typed : worths;
  const missing = rows.findIndex(({ worth }) => worth.trim() === "");
  const set = (next: readonly Worth[]) => {
    setTyped(next);
    onChange(worthsJson(next));
  };
  const change = (at: number, part: Partial<Worth>) =>
    set(rows.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <ul aria-label="Labels" className="flex min-w-0 flex-col gap-1.5">
        {rows.map(({ label, worth }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a label that is typed has no other name.
          <li key={at} className="flex min-w-0 items-center gap-2">
            <Input
              {...(missing < 0 && at === 0 ? control : {})}
              aria-label={`Label ${at + 1}`}
              className="flex-1"
              value={label}
              onChange={({ target }) => change(at, { label: target.value })}
            />
            <Input
              {...(at === missing ? control : {})}
              aria-label={`Worth of ${label}`}
              inputMode="decimal"
              className="w-20!"
              placeholder="0 to 1"
              value={worth}
              onChange={({ target }) => change(at, { worth: target.value })}
            />
            <span className="w-14 shrink-0">
              <Outcome worth={worth} threshold={threshold} />
            </span>
            <IconButton
              label={`Remove ${label}`}
              icon={<X />}
              size="sm"
              onClick={() => set(rows.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="ghost"
        className="w-fit"
        icon={<Plus />}
        disabled={rows.some(({ label }) => label === "")}
        onClick={() => set([...rows, { label: "", worth: "0" }])}
      >
        Add a label
      </Button>
    </div>
  );
}

/** What an answer comes to that is sure to have the label. */
function Outcome({ worth, threshold }: { worth: string; threshold: number | null }) {
  const value = worth.trim() === "" ? Number.NaN : Number(worth.replace(",", "."));
  if (threshold === null || Number.isNaN(value)) return null;
  return value >= threshold ? <Badge tone="success">Passes</Badge> : <Badge>Fails</Badge>;
}
