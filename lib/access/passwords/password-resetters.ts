import { columns, of, text } from "#lib/platform/db/columns.ts";
import type { Db } from "#lib/platform/db/database.ts";
import { sql } from "#lib/platform/db/sql.ts";

/**
 * Who may create a password reset link for this person, which amounts to full access to the account: admins of the instance, and people
 * who administer every entity that the person belongs to. So an admin of an entity can take over neither an admin of the instance nor
 * a member of an entity that they do not administer. Admins of the instance come first.
 */
export function passwordResetters(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  return db.query(sql`
    with place as (
      select entity_name from entity_member where user_id = ${userId}
      union
      select p.entity_name from project_member m join project p on p.id = m.project_id where m.user_id = ${userId})
    select ${columns({ ...of("app_user a", "id"), name: text(sql`coalesce(nullif(a.name, ''), a.email)`) })}
    from app_user a, app_user u
    where u.id = ${userId} and a.disabled_at is null and (a.is_instance_admin
      or not u.is_instance_admin and exists (select from place) and not exists (
        select from place where not exists (
          select from entity_member e where e.user_id = a.id and e.entity_name = place.entity_name and e.is_admin)))
    order by not a.is_instance_admin, lower(a.name), a.id`);
}
