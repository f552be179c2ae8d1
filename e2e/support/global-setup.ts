import fs from "node:fs";
import { mintApiKey } from "#lib/access/keys/api-key.ts";
import { startIdentityProvider } from "#lib/testing/identity/start-identity-provider.ts";
import { ADMIN, startService, sweepDataDirs } from "./service.ts";

/** Starts one service for the whole run, and the provider of its sign-in; the tests find it through the environment. Returns its end. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export of this file.
export default async function globalSetup(): Promise<() => Promise<void>> {
  sweepDataDirs();
  const { key } = mintApiKey();
  const provider = await startIdentityProvider();
  provider.admit({
    ...{ sub: "grace", email: "grace@acme.example", email_verified: true, name: "Grace" },
    groups: ["support"],
  });
  const service = await startService({
    ...provider.settings,
    SPINDLE_OIDC_NAME: "Acme ID",
    SPINDLE_OIDC_ROLES: JSON.stringify({ support: "acme/support:viewer" }),
    SPINDLE_OIDC_NEW_PEOPLE: "yes",
    INIT_ADMIN_EMAIL: ADMIN.email,
    INIT_ADMIN_PASSWORD: ADMIN.password,
    INIT_PROJECT: "acme/support",
    INIT_API_KEY: key,
    LOG_LEVEL: "info",
  });
  process.env.SPINDLE_E2E_URL = service.url;
  process.env.SPINDLE_E2E_API_KEY = key;
  process.env.SPINDLE_E2E_DATA_DIR = service.dataDir;
  return async () => {
    const code = await service.stop();
    await provider.close();
    fs.mkdirSync(".cache/reports", { recursive: true });
    fs.writeFileSync(".cache/reports/e2e-service.log", service.output());
    fs.rmSync(service.dataDir, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The service ended with ${code}; see .cache/reports/e2e-service.log`);
  };
}
