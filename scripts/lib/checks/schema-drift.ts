import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const SCHEMA_FILE = "prisma/schema.prisma";

/** PostgreSQL's one-byte "char", which catalogue tables use and the adapter does not know. */
const CHAR_OID = 18;
const TEXT_OID = 25;

/**
 * The SQL that would bring the database at `url` to prisma/schema.prisma, or null when it is there already. Partial indexes, indexes on
 * expressions, checks, functions and triggers have no place in that file and are not compared.
 */
export async function schemaDrift(url: string): Promise<string | null> {
  const schema = { files: [{ path: SCHEMA_FILE, content: fs.readFileSync(SCHEMA_FILE, "utf8") }] };
  await loadEngine();
  const pool = new CatalogPool({ connectionString: url });
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new CatalogAdapter(pool));
    const datamodels = schema.files.map((file): [string, string] => [file.path, file.content]);
    const engine = await engineModule.SchemaEngine.new({ datamodels }, () => undefined, adapter);
    const result = await engine.diff({
      from: { tag: "schemaDatasource", ...schema, configDir: "prisma" },
      to: { tag: "schemaDatamodel", ...schema },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return result.exitCode === 2 ? result.stdout : null;
  } finally {
    await pool.end();
  }
}

/** Passes "char" columns to the adapter as text, and remembers for each statement which columns they were. */
class CatalogPool extends pg.Pool {
  readonly charColumns = new Map<string, number[]>();

  override async query(...args: unknown[]): Promise<never> {
    // The base method has a dozen overloads; the adapter uses the one that takes a configuration and promises a result.
    const query = super.query as unknown as (...args: unknown[]) => Promise<pg.QueryResult>;
    const result = await query.apply(this, args);
    const columns: number[] = [];
    for (const [index, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== CHAR_OID) continue;
      field.dataTypeID = TEXT_OID;
      columns.push(index);
    }
    const { text } = args[0] as { text: string };
    this.charColumns.set(text, columns);
    return result as never;
  }
}

/** Says to the engine that those columns are characters, which it insists on. */
class CatalogAdapter extends PrismaPg {
  readonly pool: CatalogPool;

  constructor(pool: CatalogPool) {
    super(pool);
    this.pool = pool;
  }

  override async connect() {
    const connection = await super.connect();
    const queryRaw = connection.queryRaw.bind(connection);
    connection.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const index of this.pool.charColumns.get(query.sql) ?? [])
        result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    return connection;
  }
}

let loaded: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate(): Promise<void> {
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => {
        throw new Error(message);
      },
    },
  });
  const folder = path.dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
  const bytes = fs.readFileSync(path.join(folder, "schema_engine_bg.wasm"));
  // The package types only its public half; this half is what its own loader uses.
  const internals = engineModule as unknown as WebAssembly.ModuleImports & {
    __wbg_set_wasm(exports: WebAssembly.Exports): void;
  };
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": internals });
  internals.__wbg_set_wasm(instance.exports);
  (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
}
