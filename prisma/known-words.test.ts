import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "#lib/platform/processes/migrate/migrate.ts";
import { createEmptyTestDatabase } from "#lib/testing/postgres.ts";

const MIGRATIONS = "prisma/migrations";
const NAME = "20261125000100_known_words";

test("rows from before columns had words of their own keep what they said, and a strange word is refused", async () => {
  const earlier = fs.mkdtempSync(path.join(tmpdir(), "spindle-migrations-"));
  for (const name of fs.readdirSync(MIGRATIONS).filter((one) => one < NAME))
    fs.cpSync(path.join(MIGRATIONS, name), path.join(earlier, name), { recursive: true });
  const database = await createEmptyTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await migrate(database.url, { migrations: earlier, routines: null });
    await client.connect();
    await client.query(BEFORE);
    await migrate(database.url);
    const { rows } = await client.query(AFTER);
    expect(rows).toEqual([
      {
        role: "annotator",
        kind: "pairwise",
        item_order: "priority",
        skip_policy: "drop",
        training_mode: "full",
        job_kind: "sft",
        state: "cancelling",
        stage: "queues",
      },
    ]);
    await expect(client.query("update project_member set role = 'owner'")).rejects.toMatchObject({
      code: "22P02",
    });
    await client.query(
      "insert into annotation_queue (id, project_id, name, created_by) values ('q2', 'p', 'two', 'u')",
    );
    const { rows: made } = await client.query(
      "select kind, item_order, skip_policy from annotation_queue where id = 'q2'",
    );
    expect(made).toEqual([{ kind: "single", item_order: "oldest", skip_policy: "others" }]);
  } finally {
    await client.end();
    await database.drop();
    fs.rmSync(earlier, { recursive: true, force: true });
  }
});

const BEFORE = `
  insert into entity (name) values ('e');
  insert into app_user (id, email, name, password_hash, default_entity) values ('u', 'u@example.com', 'U', '-', 'e');
  insert into project (id, entity_name, name, created_by) values ('p', 'e', 'p', 'u');
  insert into project_member (project_id, user_id, role) values ('p', 'u', 'annotator');
  insert into annotation_queue (id, project_id, name, created_by, kind, item_order, skip_policy)
    values ('q', 'p', 'one', 'u', 'pairwise', 'priority', 'drop');
  insert into model (id, project_id, name, base_model, training_mode, created_by) values ('m', 'p', 'm', 'b', 'full', 'u');
  insert into training_job (id, project_id, model_id, kind, state, source, created_by) values ('j', 'p', 'm', 'sft', 'cancelling', 's', 'u');
  insert into project_deletion (id, project_id, entity_name, name, asked_by, stage, rows_total) values ('d', 'x', 'e', 'x', 'u', 'queues', 1);`;

const AFTER = `
  select m.role, q.kind, q.item_order, q.skip_policy, o.training_mode, j.kind as job_kind, j.state, d.stage
  from project_member m, annotation_queue q, model o, training_job j, project_deletion d`;
