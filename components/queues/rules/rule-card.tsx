import { History, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { useProject } from "#components/project/project-context.tsx";
import { Badge } from "#components/ui/button/badge.tsx";
import { Button } from "#components/ui/button/button.tsx";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { Time } from "#components/ui/button/time.tsx";
import { FieldError } from "#components/ui/field/field.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import type { QueueRule } from "#lib/contract/annotation/queue-rules.ts";
import { conditionWords } from "./rule-draft.ts";
import { inputOf, useSaveRule } from "./rule-queries.ts";

type RuleCardProps = {
  rule: QueueRule;
  mayWrite: boolean;
  onEdit: () => void;
  onBackfill: () => void;
  onDelete: () => void;
};

/** One rule: what it takes, how it fares, and whether it is at work. */
export function RuleCard({ rule, mayWrite, onEdit, onBackfill, onDelete }: RuleCardProps) {
  return (
    <article
      aria-label={`Rule ${rule.name}`}
      className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-start justify-between gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <h3 className="min-w-0 break-words font-medium">{rule.name}</h3>
          <Badge tone={rule.problem ? "danger" : rule.isPaused ? "neutral" : "success"}>
            {rule.problem ? "Stopped" : rule.isPaused ? "Paused" : "At work"}
          </Badge>
        </div>
        {mayWrite ? (
          <div className="flex items-center gap-1">
            <PauseButton rule={rule} />
            <Button size="sm" icon={<History />} onClick={onBackfill}>
              Earlier calls
            </Button>
            <IconButton size="sm" label={`Edit the rule ${rule.name}`} icon={<Pencil />} onClick={onEdit} />
            <IconButton
              size="sm"
              label={`Delete the rule ${rule.name}`}
              icon={<Trash2 />}
              onClick={onDelete}
            />
          </div>
        ) : null}
      </header>
      <p className="min-w-0 break-words text-sm">{sentenceOf(rule)}</p>
      {rule.problem ? (
        <FieldError error={`It stopped: ${rule.problem}. Edit and save it, or set it to work again.`} />
      ) : null}
      <dl className="grid grid-cols-2 gap-3 text-sm tabular-nums sm:grid-cols-4">
        <Count label="New calls looked at" value={rule.lookedAt} />
        <Count label="Chosen of these" value={rule.matched} />
        <Count label="Held back of these" value={rule.heldBack} />
        <Count label="Added in all" value={rule.added} />
      </dl>
      {rule.backfill ? <Backfilled backfill={rule.backfill} /> : null}
      {rule.lastAddedAt ? (
        <p className="text-faint text-xs">
          Last added <Time value={rule.lastAddedAt} />
        </p>
      ) : null}
    </article>
  );
}

/** What became of the calls that were there before the rule: it looks at none of them by itself. */
function Backfilled({
  backfill: { at, matched, added, heldBack },
}: {
  backfill: NonNullable<QueueRule["backfill"]>;
}) {
  return (
    <p className="text-sm">
      <span className="text-muted">Earlier calls, </span>
      <Time value={at} className="text-muted" />
      <span className="text-muted">: </span>
      <span className="tabular-nums">
        {formatCount(matched)} chosen, {formatCount(added)} added, {formatCount(heldBack)} held back
      </span>
    </p>
  );
}

function PauseButton({ rule }: { rule: QueueRule }) {
  const { projectId } = useProject();
  const save = useSaveRule({ projectId, queueId: rule.queueId });
  const toggle = () =>
    save.mutate({ ruleId: rule.id, input: { ...inputOf(rule), isPaused: !rule.isPaused } });
  return (
    <>
      <Button size="sm" icon={rule.isPaused ? <Play /> : <Pause />} pending={save.isPending} onClick={toggle}>
        {rule.isPaused ? "Set to work" : "Pause"}
      </Button>
      <FieldError error={save.error ? explainError(save.error) : null} />
    </>
  );
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt className="text-faint text-xs">{label}</dt>
      <dd className="font-medium">{formatCount(value)}</dd>
    </div>
  );
}

function sentenceOf(rule: QueueRule): string {
  const words = conditionWords(rule).join(", ");
  const what = words.startsWith("every") || words.startsWith("calls") ? words : `calls ${words}`;
  const share = rule.rate < 1 ? `${Math.round(rule.rate * 1e4) / 100} % of ` : "";
  const cap = rule.maxOpen === null ? "" : `, while fewer than ${formatCount(rule.maxOpen)} items are open`;
  const own = rule.includesOwn ? "; calls of evaluations and the playground count too" : "";
  return `Adds ${share}${what}${cap}${own}.`;
}
