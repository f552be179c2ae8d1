import { expect, test } from "vitest";
import { readMessages } from "#lib/contract/conversation/read-messages.ts";
import { splitTurns } from "./split-turns.ts";

const said = (roles: string) => roles.split(" ").map((role) => ({ role, content: role }));

test.each([
  ["system user assistant user assistant user", { earlierCount: 5, turnCount: 2 }],
  ["user assistant assistant", { earlierCount: 0, turnCount: 0 }],
  ["system user", { earlierCount: 0, turnCount: 0 }],
  ["system", { earlierCount: 0, turnCount: 0 }],
])("of the messages %s the last exchange stays", (roles, split) => {
  expect(splitTurns(readMessages({ messages: said(roles) }, "The answer."))).toEqual(split);
});
