import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/** Where `keepAllRows` lays its copies, and what each table held in one text. */
const KEPT = 'kept'
const PRINTS = `${KEPT}.prints_of_tables`

/**
 * Empties every table. Ledgers and audit trails refuse that of everybody, so their triggers sleep for this transaction
 * (session_replication_role, which only a superuser may set).
 */
export async function truncateAll(db: Database): Promise<void> {
  await db.execute(sql`do $$ declare own text; begin
    set local session_replication_role = replica;
    for own in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
      execute 'delete from ' || own;
    end loop;
  end $$`)
}

/** What a table holds, as one text; equal ones hold the same rows. */
const PRINT = "select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from"

/** Copies every table aside, for `restoreAllRows`. */
export async function keepAllRows(db: Database): Promise<void> {
  await db.execute(sql`do $$ declare own text; begin
    drop schema if exists ${sql.raw(KEPT)} cascade;
    create schema ${sql.raw(KEPT)};
    for own in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create table ${sql.raw(KEPT)}.%1$I as table public.%1$I', own);
    end loop;
    create table ${sql.raw(PRINTS)} (name text primary key, print text not null);
    for own in select tablename from pg_tables where schemaname = 'public' loop
      execute format($q$insert into ${sql.raw(PRINTS)} select %1$L, (${sql.raw(PRINT)} public.%1$I t)$q$, own);
    end loop;
  end $$`)
}

/**
 * The next transaction that writes anything in this cluster: as long as it stays the same, no row has changed. One that was
 * rolled back counts too, and so does one in another database.
 */
export async function nextWrite(db: Database): Promise<string> {
  const { rows } = await db.execute<{ next: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`)
  const [row] = rows
  if (!row) throw new Error('the database names no transaction')
  return row.next
}

/**
 * Puts every table back to what `keepAllRows` saw; ids that were given meanwhile are not given again. Tables in which nothing
 * changed are left alone: rewriting them, thousands of times, is most of the work of a long walk.
 */
export async function restoreAllRows(db: Database): Promise<void> {
  await db.execute(sql`do $$ declare own text; writable text; is_same boolean; begin
    set local session_replication_role = replica;
    for own in select tablename from pg_tables where schemaname = 'public' loop
      execute format($q$select (${sql.raw(PRINT)} public.%1$I t) = p.print from ${sql.raw(PRINTS)} p where p.name = %1$L$q$, own)
        into is_same;
      continue when is_same;
      select string_agg(quote_ident(attname), ', ') into writable from pg_attribute
        where attrelid = format('public.%I', own)::regclass and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('delete from public.%I', own);
      execute format('insert into public.%1$I (%2$s) select %2$s from ${sql.raw(KEPT)}.%1$I', own, writable);
    end loop;
  end $$`)
}

/** A fingerprint per table: two that are equal hold the same rows. Source: invariants, "a 4xx leaves all tables unchanged". */
export async function fingerprints(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const each = rows.map(
    ({ name }) => sql`select ${name}::text as name,
      (${sql.raw(PRINT)} ${sql.identifier(name)} t) as print`,
  )
  const prints = await db.execute<{ name: string; print: string }>(sql.join(each, sql` union all `))
  return Object.fromEntries(prints.rows.map(({ name, print }) => [name, print]))
}
