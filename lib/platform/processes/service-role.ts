import { createHmac } from "node:crypto";
import pg from "pg";

/** How the service's processes reach the database. */
export type ServiceAccess = {
  url: string;
  /** Why they must do so as the tables' owner; null where they have a role that can change rows and nothing else. */
  unrestricted: string | null;
};

/** Hosts that start at once on one database take turns. */
const LOCK_ID = 72707374;
const CONNECT_WITHIN_MS = 5_000;
/** A name in PostgreSQL has 63 bytes. */
const MAX_NAME_CHARS = 48;

/**
 * Makes the role under which the service works on the tables of `ownerUrl`, or finds it, and gives it the rows of all of them. Its password
 * follows from the owner's, so that each host that knows the owner finds the same role. An owner who may make no roles works for himself.
 */
export async function restrictService(ownerUrl: string, name = roleNameOf(ownerUrl)): Promise<ServiceAccess> {
  const unrestricted = (why: string) => ({ url: ownerUrl, unrestricted: why });
  if (new URL(ownerUrl).password === "")
    return unrestricted("its address holds no password from which that of another role could follow");
  const url = restrictedUrl(ownerUrl, name);
  return asOwner(ownerUrl, async (owner) => {
    if ((await refusalOf(url)) !== null) {
      if (!(await mayMakeRoles(owner))) return unrestricted("its role may not make another one");
      await makeRole(owner, name, decodeURIComponent(new URL(url).password));
    }
    await grantRows(owner, name);
    const refusal = await refusalOf(url);
    return refusal === null ? { url, unrestricted: null } : unrestricted(refusal);
  });
}

/** Gives a role that somebody else made the rows of all tables. */
export function grantService(ownerUrl: string, serviceUrl: string): Promise<void> {
  return asOwner(ownerUrl, (owner) => grantRows(owner, decodeURIComponent(new URL(serviceUrl).username)));
}

/** The address at which the service's role of this name answers. */
export function restrictedUrl(ownerUrl: string, name: string): string {
  const url = new URL(ownerUrl);
  const key = decodeURIComponent(url.password);
  url.username = encodeURIComponent(name);
  url.password = createHmac("sha256", key).update(`password of ${name}`).digest("base64url");
  return url.href;
}

/** Roles belong to a whole server, which may hold several databases of ours. */
function roleNameOf(ownerUrl: string): string {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1)) || "spindle";
  return `${database.slice(0, MAX_NAME_CHARS)}_service`;
}

async function asOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  await owner.connect();
  try {
    await owner.query("select pg_advisory_lock($1)", [LOCK_ID]);
    return await work(owner);
  } finally {
    await owner.end();
  }
}

async function mayMakeRoles(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    "select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user",
  );
  return rows[0]?.may === true;
}

/** A role that is there has another password, as when the owner's was changed. */
async function makeRole(owner: pg.Client, name: string, password: string): Promise<void> {
  const role = pg.escapeIdentifier(name);
  const { rowCount } = await owner.query("select 1 from pg_roles where rolname = $1", [name]);
  const verb = rowCount === 0 ? "create" : "alter";
  await owner.query(`${verb} role ${role} login password ${pg.escapeLiteral(password)}`);
}

/** Grants access to the rows of every table and nothing else. Changes nothing that is granted already, as other hosts are working. */
async function grantRows(owner: pg.Client, name: string): Promise<void> {
  const { rows } = await owner.query<{ schema: string; database: string; lacks: boolean; creates: boolean }>(
    LACKING,
    [name],
  );
  const [row] = rows;
  if (!row) return;
  const [role, schema] = [pg.escapeIdentifier(name), pg.escapeIdentifier(row.schema)];
  // Up to PostgreSQL 14 everyone could make tables here, and a database that was upgraded still allows it.
  if (row.creates) await owner.query(`revoke create on schema ${schema} from public`);
  if (!row.lacks) return;
  await owner.query(`
    begin;
    grant usage on schema ${schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};
    grant select, update, usage on all sequences in schema ${schema} to ${role};
    revoke insert, update, delete on "_prisma_migrations" from ${role};
    commit`);
}

const LACKING = `
  select n.nspname as schema, has_schema_privilege($1, n.oid, 'create') as creates, exists (
    select 1 from pg_class c where c.relnamespace = n.oid and case
      when c.relname = '_prisma_migrations' then not has_table_privilege($1, c.oid, 'select')
      when c.relkind in ('r', 'p') then not has_table_privilege($1, c.oid, 'delete')
      when c.relkind = 'S' then not has_sequence_privilege($1, c.oid, 'update') end) as lacks
  from pg_namespace n where n.nspname = current_schema()`;

/** Why the role cannot work, or null where it can. */
async function refusalOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  try {
    await client.connect();
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('"_prisma_migrations"') is not null as found`,
    );
    return rows[0]?.found ? null : "another role does not see its tables";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
