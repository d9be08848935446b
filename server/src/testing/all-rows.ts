import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Query } from '../invariants/check-all.ts'

/** SQL for the fingerprint of a table. Equal fingerprints mean equal rows. */
const PRINT = "coalesce(md5(string_agg(t::text, '|' order by t::text)), '')"

/** SQL for each table with its writable columns, both quoted. */
const TABLES = `
  SELECT relname AS id, quote_ident(relname) AS name,
    string_agg(quote_ident(attname), ', ' ORDER BY attnum) FILTER (WHERE attgenerated = '') AS columns
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') GROUP BY relname ORDER BY relname`

/**
 * Creates the functions of this file in the template database. PostgreSQL caches the plans of a function. Planning
 * statements on all tables takes longer than running them on a test's few rows.
 */
export async function createRowFunctions(query: Query): Promise<void> {
  const tables = (await query(TABLES, [])) as { id: string; name: string; columns: string }[]
  const each = (statement: (table: (typeof tables)[number]) => string, separator = '\n') =>
    tables.map(statement).join(separator)
  await query('CREATE SCHEMA testing', [])
  await query('CREATE TABLE testing.migrated_plans AS TABLE public.top_up_plans', [])
  await query('CREATE TABLE testing.migrated_settings AS TABLE public.offline_settings', [])
  await query(
    `CREATE FUNCTION testing.fingerprints() RETURNS TABLE (name text, print text) LANGUAGE plpgsql AS $function$
    BEGIN
      RETURN QUERY ${each(({ id, name }) => `SELECT '${id}', (SELECT ${PRINT} FROM public.${name} t)`, ' UNION ALL ')};
    END $function$`,
    [],
  )
  await query(
    `CREATE FUNCTION testing.empty_tables() RETURNS void LANGUAGE plpgsql AS $function$
    BEGIN
      ${each(({ name }) => `DELETE FROM public.${name};`)}
      INSERT INTO public.top_up_plans SELECT * FROM testing.migrated_plans;
      INSERT INTO public.offline_settings SELECT * FROM testing.migrated_settings;
    END $function$`,
    [],
  )
  await query(
    `CREATE FUNCTION testing.note_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $function$
    BEGIN
      INSERT INTO kept.written VALUES (TG_TABLE_NAME);
      RETURN NULL;
    END $function$`,
    [],
  )
  await query(
    `CREATE FUNCTION testing.keep_rows() RETURNS void LANGUAGE plpgsql AS $function$
    BEGIN
      -- A process deletes old changes on its own, so none is kept.
      DELETE FROM public.changes;
      DROP SCHEMA IF EXISTS kept CASCADE;
      CREATE SCHEMA kept;
      CREATE TABLE kept.fingerprints_of_tables AS SELECT * FROM testing.fingerprints();
      CREATE TABLE kept.written (name text);
      ${each(
        ({ name }) => `CREATE TABLE kept.${name} AS TABLE public.${name};
        CREATE OR REPLACE TRIGGER note_write AFTER INSERT OR UPDATE OR DELETE ON public.${name}
          FOR EACH STATEMENT EXECUTE FUNCTION testing.note_write();`,
      )}
    END $function$`,
    [],
  )
  await query(
    `CREATE FUNCTION testing.changed_tables(beside text[]) RETURNS SETOF text LANGUAGE plpgsql AS $function$
    DECLARE candidate record; now_print text;
    BEGIN
      FOR candidate IN SELECT kept.name, kept.print FROM kept.fingerprints_of_tables kept
        WHERE kept.name IN (SELECT written.name FROM kept.written) AND kept.name <> ALL (beside)
      LOOP
        EXECUTE format($sql$SELECT ${PRINT} FROM public.%I t$sql$, candidate.name) INTO now_print;
        IF now_print <> candidate.print THEN RETURN NEXT candidate.name; END IF;
      END LOOP;
    END $function$`,
    [],
  )
  await query(
    `CREATE FUNCTION testing.restore_rows(beside text[]) RETURNS SETOF text LANGUAGE plpgsql AS $function$
    DECLARE changed text[] := ARRAY(SELECT testing.changed_tables(beside));
    BEGIN
      DELETE FROM kept.written WHERE name <> ALL (beside);
      IF cardinality(changed) = 0 THEN RETURN; END IF;
      ${each(
        ({ id, name, columns }) => `IF '${id}' = ANY (changed) THEN
        DELETE FROM public.${name};
        INSERT INTO public.${name} (${columns}) SELECT ${columns} FROM kept.${name};
      END IF;`,
      )}
      RETURN QUERY SELECT unnest(changed);
    END $function$`,
    [],
  )
}

/**
 * Empties every table, and puts in again what the migrations did. `maintenance` is the connection of that name: only it may delete from ledgers and audit trails.
 */
export async function emptyTables(maintenance: Query): Promise<void> {
  await maintenance('SELECT testing.empty_tables()', [])
}

/** Saves a copy of every table for `restoreRows`. From then on the tables that are written to are noted. */
export async function saveRows(maintenance: Query): Promise<void> {
  await maintenance('SELECT testing.keep_rows()', [])
}

/** The names of the tables that differ from the copy of `saveRows`, beside these. */
export async function changedTables(maintenance: Query, beside: readonly string[] = []): Promise<string[]> {
  const changed = await maintenance('SELECT changed_tables AS id FROM testing.changed_tables($1)', [beside])
  return changed.map(({ id }) => String(id))
}

/**
 * Restores every changed table to the copy of `saveRows`, beside these. Ids that were used in between are not used again.
 *
 * @returns the names of the tables that had changed
 */
export async function restoreRows(maintenance: Query, beside: readonly string[] = []): Promise<string[]> {
  const changed = await maintenance('SELECT restore_rows AS id FROM testing.restore_rows($1)', [beside])
  return changed.map(({ id }) => String(id))
}

/**
 * The fingerprint of each table. Equal fingerprints mean equal rows. Source: invariants, "a 4xx leaves all tables
 * unchanged".
 */
export async function fingerprints(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ name: string; print: string }>(
    sql`select name, print from testing.fingerprints()`,
  )
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}
