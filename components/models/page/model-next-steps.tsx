"use client";

import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, MessageSquare, Play, Tag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { playgroundHref } from "#components/chat/models/playground-models.ts";
import { CODE_LANGUAGES, type CodeLanguage, requestCode } from "#components/chat/request/request-code.ts";
import { projectHref } from "#components/layout/state/navigation.ts";
import { aliasesQuery } from "#components/models/aliases/alias-queries.ts";
import { useProject } from "#components/project/project-context.tsx";
import { chatNameOf } from "#components/run/queries/model-names.ts";
import { CopyButton } from "#components/ui/button/copy-button.tsx";
import { Link } from "#components/ui/button/link.tsx";
import { Tabs } from "#components/ui/button/tabs.tsx";
import { formatCount } from "#components/ui/text/format.ts";
import { useHydrated } from "#components/ui/use-platform.ts";
import { CodeBlock } from "#components/ui/view/code-block.tsx";
import type { ReplyOf } from "#lib/contract/endpoint.ts";
import type { listCheckpointAliases } from "#lib/contract/evaluation/aliases.ts";
import type { Checkpoint, ModelWithSteps } from "#lib/contract/models/models.ts";

type NextStepsProps = { model: ModelWithSteps; checkpoints: readonly Checkpoint[] };

/** What one does with a model, as far as it goes and the reader may. */
export function ModelNextSteps({ model, checkpoints }: NextStepsProps) {
  const steps = useNextSteps({ model, checkpoints });
  if (steps.length === 0) return null;
  return (
    <section className="flex min-w-0 flex-col gap-2 md:col-span-2">
      <h2 className="text-sm">What to do next</h2>
      <ul className="grid gap-2 sm:grid-cols-2">
        {steps.map(({ title, text, icon, href }) => (
          <li key={title}>
            <Link
              href={href}
              className="flex h-full items-start gap-3 rounded-md border border-line p-3 transition-colors hover:border-edge hover:bg-hover"
            >
              <span aria-hidden="true" className="mt-0.5 text-faint [&>svg]:size-4">
                {icon}
              </span>
              <span className="min-w-0">
                <span className="block font-medium text-sm">{title}</span>
                <span className="block text-muted text-xs">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Aliases = ReplyOf<typeof listCheckpointAliases>;
type NextStep = { title: string; text: string; icon: ReactNode; href: string };

function useNextSteps({ model, checkpoints }: NextStepsProps): NextStep[] {
  const { entity, project, can } = useProject();
  const href = (...segments: string[]) => projectHref({ entity, project }, ...segments);
  const [latest, before] = checkpoints.filter(({ isCorrupt, isInterim }) => !isCorrupt && !isInterim);
  const known = useQuery(aliasesQuery(model.id)).data;
  const isNamed = checkpoints.some(({ aliases }) => aliases.some((name) => name !== "latest"));
  const steps: (NextStep | false)[] = [
    can("training:write") && {
      title: model.lastJob ? "Train it further" : "Train it",
      text: `On a dataset or a file of examples${fromWords(latest?.step ?? null, known)}.`,
      icon: <Play />,
      href: `${href("training", "new")}?model=${encodeURIComponent(model.id)}`,
    },
    can("chat:create") &&
      latest !== undefined && {
        title: "Chat with it",
        text: "In the playground, with every request setting.",
        icon: <MessageSquare />,
        href: playgroundHref(href("chat"), [chatNameOf(model)]),
      },
    can("chat:create") &&
      latest !== undefined &&
      before !== undefined && {
        title: `Compare step ${formatCount(before.step)} with ${formatCount(latest.step)}`,
        text: "Ask both the same question, side by side.",
        icon: <GitCompareArrows />,
        href: playgroundHref(href("chat"), [chatNameOf(model, before.step), chatNameOf(model, latest.step)]),
      },
    can("models:write") &&
      latest !== undefined &&
      !isNamed &&
      !isFallen(latest.step, known) && {
        title: `Name step ${formatCount(latest.step)}`,
        text: "An alias such as “production” keeps pointing to it while training continues.",
        icon: <Tag />,
        href: `${href("models", model.id)}?tab=aliases&candidate=${latest.step}`,
      },
  ];
  return steps.filter((step) => step !== false);
}

/** The form proposes that step: the newest one, or the newest that neither learned from what is retracted nor nothing at all, and that no guard rejected. */
function fromWords(newest: number | null, known: Aliases | undefined): string {
  if (newest === null) return "";
  const { latest = null, proposedStart = null, deadSteps = [] } = known ?? {};
  const from = `, from step ${formatCount(proposedStart ?? newest)} on`;
  if (latest?.retracted)
    return proposedStart === null
      ? `${from}, though it learned from retracted answers`
      : `${from}, which did not learn from what is retracted`;
  if (proposedStart === null) return from;
  if (isFallen(newest, known)) return `${from}, as step ${formatCount(newest)} is worse by a guard`;
  return deadSteps.includes(newest) ? `${from}, as step ${formatCount(newest)} learned nothing` : from;
}

/** Whether the guard of a run rejected it, which a note of its own says. */
function isFallen(newest: number, known: Aliases | undefined): boolean {
  return known?.fallenSteps.some(({ step }) => step === newest) ?? false;
}

/** A request to the model, ready to be pasted. */
export function ModelRequest({ model }: { model: ModelWithSteps }) {
  const [language, setLanguage] = useState<CodeLanguage>("curl");
  const isHydrated = useHydrated();
  const body = { model: chatNameOf(model), messages: [{ role: "user", content: "Hello!" }] };
  const code = requestCode(language, body, isHydrated ? window.location.origin : "");
  return (
    <section className="flex min-w-0 flex-col gap-2 md:col-span-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-sm max-sm:flex-1">Call it from a program</h2>
        <p className="min-w-0 flex-1 text-faint text-xs max-sm:order-last max-sm:basis-full">
          It reads the key from SPINDLE_API_KEY;{" "}
          <Link href="/settings?tab=keys" className="rounded-sm text-accent-ink underline">
            create one
          </Link>{" "}
          in your account settings.
        </p>
        <CopyButton text={code} label="Copy code" />
      </div>
      <Tabs
        label="Language of the request"
        value={language}
        onValueChange={(value) =>
          setLanguage(CODE_LANGUAGES.find((one) => one.value === value)?.value ?? "curl")
        }
        tabs={CODE_LANGUAGES.map(({ value, label, colours }) => ({
          value,
          label,
          content: <CodeBlock code={code} language={colours} />,
        }))}
      />
    </section>
  );
}
