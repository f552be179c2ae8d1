-- The audit log only grows: nobody who can write to the database through the service can change what was written.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end $$;

create trigger audit_event_append_only before update or delete or truncate on "audit_event"
  for each statement execute function refuse_audit_change();

alter table "audit_event" add constraint audit_event_outcome check (outcome in ('succeeded', 'refused'));
alter table "project_member" add constraint project_member_role check (role in ('viewer', 'annotator', 'engineer', 'admin'));
alter table "invitation" add constraint invitation_role check (role in ('viewer', 'annotator', 'engineer', 'admin'));
