"use client";

import { Ellipsis, KeyRound, ShieldCheck, ShieldOff, UserRoundCheck, UserRoundX } from "lucide-react";
import { explainError } from "#components/layout/state/explain-error.ts";
import { IconButton } from "#components/ui/button/icon-button.tsx";
import { carryOut } from "#components/ui/carry-out.ts";
import { toast } from "#components/ui/notice/toast-store.ts";
import { Menu, MenuItem, MenuLabel, MenuSeparator, MenuToggle } from "#components/ui/overlay/menu.tsx";
import type { AccountAct } from "./account-act-dialog.tsx";
import { type Account, nameOf, useAccountActs } from "./people-queries.ts";

type AccountMenuProps = {
  account: Account;
  isMe: boolean;
  onAct: (act: AccountAct | "reset", account: Account) => void;
};

/** What can be done with an account. What gives back is done at once; what takes away is asked about. */
export function AccountMenu({ account, isMe, onAct }: AccountMenuProps) {
  const { update } = useAccountActs();
  const name = nameOf(account);
  const enable = () =>
    carryOut(
      update,
      { userId: account.userId, isDisabled: false },
      {
        onSuccess: () => toast({ title: `The account of ${name} is enabled`, tone: "success" }),
        onError: (error) =>
          toast({ title: "The account stays disabled", detail: explainError(error), tone: "danger" }),
      },
    );
  return (
    <Menu align="end" trigger={<IconButton label={`Actions for ${name}`} icon={<Ellipsis />} size="sm" />}>
      <MenuItem icon={<KeyRound />} disabled={account.isDisabled} onSelect={() => onAct("reset", account)}>
        Reset link
      </MenuItem>
      <EntityRoles account={account} />
      <MenuSeparator />
      {account.isInstanceAdmin ? (
        <MenuItem icon={<ShieldOff />} onSelect={() => onAct("unmakeAdmin", account)}>
          Remove admin role
        </MenuItem>
      ) : (
        <MenuItem icon={<ShieldCheck />} onSelect={() => onAct("makeAdmin", account)}>
          Make admin of this server
        </MenuItem>
      )}
      {account.isDisabled ? (
        <MenuItem icon={<UserRoundCheck />} onSelect={enable}>
          Enable the account
        </MenuItem>
      ) : (
        <MenuItem
          icon={<UserRoundX />}
          tone="danger"
          disabled={isMe}
          onSelect={() => onAct("disable", account)}
        >
          Disable the account
        </MenuItem>
      )}
    </Menu>
  );
}

function EntityRoles({ account }: { account: Account }) {
  const { setEntityAdmin } = useAccountActs();
  if (account.entities.length === 0) return null;
  const set = (entity: string, isAdmin: boolean) =>
    carryOut(
      setEntityAdmin,
      { userId: account.userId, entity, isAdmin },
      {
        onError: (error) =>
          toast({ title: "The role did not change", detail: explainError(error), tone: "danger" }),
      },
    );
  return (
    <>
      <MenuSeparator />
      <MenuLabel>Admin of the entity</MenuLabel>
      {account.entities.map(({ name, isAdmin }) => (
        <MenuToggle key={name} checked={isAdmin} onCheckedChange={(checked) => set(name, checked)}>
          {name}
        </MenuToggle>
      ))}
    </>
  );
}
