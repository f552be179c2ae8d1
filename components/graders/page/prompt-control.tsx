import { useRef } from "react";
import { PLACEHOLDERS } from "#components/graders/parts/grader-fields.ts";
import { type PromptMessage, promptJson } from "#components/graders/parts/prompt-messages.ts";
import type { FieldControl } from "#components/ui/field/field.tsx";
import { Textarea } from "#components/ui/field/textarea.tsx";

const ROLE_LABELS: Readonly<Record<string, string>> = {
  system: "Instructions",
  user: "Message",
  assistant: "Answer of the model",
};

type PromptControlProps = {
  control: FieldControl;
  messages: readonly PromptMessage[];
  onChange: (json: string) => void;
};

/** What a model is asked, as texts, with what can be put into them. */
export function PromptControl({ control, messages, onChange }: PromptControlProps) {
  const last = useRef<HTMLTextAreaElement>(null);
  const change = (at: number, content: string) =>
    onChange(promptJson(messages.map((one, index) => (index === at ? { ...one, content } : one))));
  const end = messages.length - 1;
  const insert = (mark: string) => {
    const area = last.current;
    const content = messages[end]?.content ?? "";
    const [from, to] = area ? [area.selectionStart, area.selectionEnd] : [content.length, content.length];
    change(end, `${content.slice(0, from)}${mark}${content.slice(to)}`);
    // After the text is drawn with it, so that one can write on after it.
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + mark.length, from + mark.length);
    });
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {messages.map(({ role, content }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages of a prompt have no names but their places.
        <div key={at} className="min-w-0">
          {messages.length > 1 ? <p className="mb-0.5 text-faint text-xs">{ROLE_LABELS[role]}</p> : null}
          <Textarea
            {...(at === end ? { ...control, ref: last } : { "aria-label": ROLE_LABELS[role] })}
            rows={6}
            value={content}
            onChange={({ target }) => change(at, target.value)}
          />
        </div>
      ))}
      <Placeholders text={messages.map(({ content }) => content).join("\n")} onInsert={insert} />
    </div>
  );
}

/** Those in use are marked, and a press puts one where the caret is. */
function Placeholders({ text, onInsert }: { text: string; onInsert: (mark: string) => void }) {
  return (
    <div className="min-w-0 text-xs">
      <ul aria-label="Placeholders" className="flex flex-wrap gap-1.5">
        {PLACEHOLDERS.map(({ mark, means }) => (
          <li key={mark} className="min-w-0">
            <button
              type="button"
              title={`Insert ${means}`}
              onClick={() => onInsert(mark)}
              className={`max-w-full rounded-sm border px-1.5 py-0.5 text-left transition-colors hover:border-edge hover:bg-hover pointer-coarse:py-2 ${
                text.includes(mark)
                  ? "border-accent bg-accent-tint text-accent-ink"
                  : "border-line text-muted"
              }`}
            >
              <span className="break-all font-mono">{mark}</span> <span>{means}</span>
            </button>
          </li>
        ))}
      </ul>
      {/\{\{\s*sample\./.test(text) ? null : (
        <p className="mt-1.5 text-warning-ink">
          The model does not see the answer: insert it where it belongs.
        </p>
      )}
    </div>
  );
}
