-- Set off by: each statement that changes, removes or truncates rows of audit_event.
-- The audit log only grows: nobody who writes to the database through the service can change what was written.

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end $$;

create or replace trigger audit_event_append_only before update or delete or truncate on "audit_event"
  for each statement execute function refuse_audit_change();
