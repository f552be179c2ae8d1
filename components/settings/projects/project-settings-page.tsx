"use client";

import { PageHeader } from "#components/layout/state/page-header.tsx";
import { useSearchState } from "#components/layout/state/use-search-state.ts";
import { NoAccess } from "#components/project/no-access.tsx";
import { useProject } from "#components/project/project-context.tsx";
import { ROLE_TEXTS } from "#components/project/role-texts.ts";
import { SettingsSection } from "#components/session/settings-section.tsx";
import { AuditTab } from "#components/settings/audit/audit-tab.tsx";
import { KeyTable } from "#components/settings/keys/key-table.tsx";
import { MembersTab } from "#components/settings/members/members-tab.tsx";
import { StorageTab } from "#components/settings/storage/storage-tab.tsx";
import { WebhooksTab } from "#components/settings/webhooks/webhooks-tab.tsx";
import { ButtonLink } from "#components/ui/button/button-link.tsx";
import { Tabs } from "#components/ui/button/tabs.tsx";
import { GeneralTab } from "./general-tab.tsx";

/** The people, the keys, the sizes, the log and the name of a project. */
export function ProjectSettingsPage() {
  const { role } = useProject();
  const { get, replace } = useSearchState();
  const tabs = [
    { value: "members", label: "Members", content: <MembersTab /> },
    { value: "keys", label: "API keys", content: <KeysTab /> },
    { value: "webhooks", label: "Webhooks", content: <WebhooksTab /> },
    { value: "storage", label: "Storage", content: <StorageTab /> },
    { value: "audit", label: "Audit log", content: <AuditTab /> },
    { value: "general", label: "General", content: <GeneralTab /> },
  ];
  return (
    <>
      <PageHeader title="Settings" meta={<span>Your role is {ROLE_TEXTS[role].label.toLowerCase()}</span>} />
      <Tabs
        label="Parts of the settings"
        tabs={tabs}
        value={get("tab") ?? "members"}
        onValueChange={(tab) => replace({ tab: tab === "members" ? null : tab })}
        panelClassName="min-h-0 flex-1 overflow-y-auto"
      />
    </>
  );
}

function KeysTab() {
  const { projectId, can } = useProject();
  const toOwn = <ButtonLink href="/settings?tab=keys">Your own keys</ButtonLink>;
  if (!can("members:manage"))
    return (
      <NoAccess title="Only admins see the keys of others">
        <p>Your own keys are in your account.</p>
        <div className="mt-4 flex justify-center">{toOwn}</div>
      </NoAccess>
    );
  return (
    <div className="max-w-5xl p-4">
      <SettingsSection
        title="Keys with access to this project"
        intro="People create keys in their own accounts. You can revoke those that are limited to this project."
        actions={toOwn}
      >
        <KeyTable projectId={projectId} />
      </SettingsSection>
    </div>
  );
}
