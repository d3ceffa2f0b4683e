/**
 * Each entry of the audit log holds the hash of the entry before, so that removed and changed entries are detected.
 * The log and the ledger accept only inserts. `server/audit/audit-chain.ts` computes the same hash.
 */
export const auditChain = `
alter table audit_log add column seq int;
alter table audit_log add column previous_hash text;
alter table audit_log add column hash text;
create unique index audit_log_seq on audit_log (seq);

create function audit_entry_hash(entry audit_log) returns text language sql as
  $$ select encode(sha256(convert_to(concat_ws(chr(10), entry.seq::text, entry.previous_hash, entry.id, (extract(epoch from entry.at) * 1000000)::bigint::text, coalesce(entry.actor_id, ''), entry.action, entry.subject_id, entry.details::text), 'UTF8')), 'hex') $$;

create function chain_audit_entry() returns trigger language plpgsql as
  $$ declare last record; begin if new.hash is not null then return new; end if; perform pg_advisory_xact_lock(7362412); select seq, hash into last from audit_log where seq is not null order by seq desc limit 1; new.seq := coalesce(last.seq, 0) + 1; new.previous_hash := coalesce(last.hash, ''); new.hash := audit_entry_hash(new); return new; end $$;
create trigger audit_log_chained before insert or update on audit_log for each row execute function chain_audit_entry();

do $$ declare entry record; begin for entry in select id from audit_log order by id loop update audit_log set hash = null where id = entry.id; end loop; end $$;

drop trigger audit_log_chained on audit_log;
create trigger audit_log_chained before insert on audit_log for each row execute function chain_audit_entry();
alter table audit_log alter column seq set not null, alter column previous_hash set not null, alter column hash set not null;

create function refuse_audit_change() returns trigger language plpgsql as
  $$ begin raise exception 'The audit log is only added to.' using errcode = 'restrict_violation'; end $$;
create trigger audit_log_stays before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_is_not_emptied before truncate on audit_log execute function refuse_audit_change();
create trigger ledger_entries_are_not_emptied before truncate on ledger_entries execute function refuse_ledger_change();
`;
