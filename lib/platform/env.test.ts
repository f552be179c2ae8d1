import fs from "node:fs";
import { expect, test } from "vitest";
import { parseSettings, SETTING_NAMES, WrongSetting } from "./env.ts";

test("Without any variable the service listens on loopback, port 3000, and keeps its data in .spindle", () => {
  const settings = parseSettings({});
  expect(settings).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    SPINDLE_DATA_DIR: `${process.cwd()}/.spindle`,
    TRUST_PROXY: 0,
  });
});

test("An empty variable counts as absent", () => {
  expect(parseSettings({ PORT: "", DATABASE_URL: "" })).toEqual(parseSettings({}));
});

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["DATABASE_URL", "mysql://root@host/db"],
  ["DATABASE_OWNER_URL", "owner"],
  ["NEXTAUTH_SECRET", "too short"],
  ["NEXTAUTH_URL", "spindle.example.org"],
  ["INIT_ADMIN_EMAIL", "admin"],
  ["INIT_ADMIN_PASSWORD", "short"],
  ["INIT_PROJECT", "playground"],
  ["LOG_LEVEL", "loud"],
  ["SPINDLE_OIDC_ISSUER", "http://id.example.org"],
  ["SPINDLE_OIDC_ROLES", '{"ops": "owner"}'],
  ["SPINDLE_OIDC_NEW_PEOPLE", "maybe"],
  ["TRUST_PROXY", "yes"],
  ["WEB_SPARES", "9"],
  ["ENGINE", "vllm"],
  ["TORCH_SERVER", "http://gpu.example.org:8900"],
  ["TORCH_DTYPE", "int8"],
  ["TORCH_RECOMPUTE", "sometimes"],
  ["TRAIN_THREADS", "0"],
  ["TRAIN_TOKEN_BUDGET", "many"],
  ["SAMPLE_SLOTS", "1025"],
  ["SAMPLE_MEMORY_MIB", "1e3"],
  ["CHAT_QUEUE_DEPTH", "-1"],
])("A wrong %s is one sentence that names the variable and says what to do", (name, value) => {
  const read = () => parseSettings({ [name]: value });
  expect(read).toThrow(WrongSetting);
  expect(read).toThrow(new RegExp(`^The setting ${name} cannot be .+: use .+\\.$`));
});

test("A secret's value never appears in the sentence about it", () => {
  expect(() => parseSettings({ NEXTAUTH_SECRET: "hunter2" })).not.toThrow(/hunter2/);
  expect(() => parseSettings({ DATABASE_URL: "mysql://root:hunter2@host/db" })).not.toThrow(/hunter2/);
});

test(".env.example lists every setting and no other", () => {
  const listed = [...fs.readFileSync(".env.example", "utf8").matchAll(/^([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(listed.sort()).toEqual([...SETTING_NAMES].sort());
});

test("The values of .env.example are the defaults", () => {
  const lines = fs.readFileSync(".env.example", "utf8").matchAll(/^([A-Z_]+)=(.*)$/gm);
  expect(parseSettings(Object.fromEntries([...lines].map(([, name, value]) => [name, value])))).toEqual(
    parseSettings({}),
  );
});
