import pg from 'pg'
import { SUPERUSER } from './cluster.ts'

/**
 * The role of the product's sessions. It owns its database and is no superuser. SQL of its sessions cannot read files,
 * run programs, or change settings of the cluster.
 */
export const SERVER_ROLE = 'paidang_server'

/** The product's database in the cluster. */
export const DATABASE = 'paidang'

/**
 * Transfers the superuser's objects in a database to the role. Schemas, functions and types come first, then tables
 * with their sequences.
 */
const HAND_OVER = `DO $$
DECLARE statement text;
BEGIN
  FOR statement IN
    WITH ours AS (
      SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    ), superuser AS (SELECT oid FROM pg_roles WHERE rolname = '${SUPERUSER}')
    SELECT format('ALTER SCHEMA %I OWNER TO ${SERVER_ROLE}', nspname) FROM ours, superuser WHERE nspowner = superuser.oid
    UNION ALL SELECT format('ALTER ROUTINE %s OWNER TO ${SERVER_ROLE}', p.oid::regprocedure)
      FROM pg_proc p JOIN ours ON ours.oid = pronamespace, superuser WHERE proowner = superuser.oid
    UNION ALL SELECT format('ALTER TYPE %s OWNER TO ${SERVER_ROLE}', t.oid::regtype)
      FROM pg_type t JOIN ours ON ours.oid = typnamespace, superuser WHERE typowner = superuser.oid AND typtype IN ('e', 'd')
    UNION ALL SELECT format('ALTER TABLE %s OWNER TO ${SERVER_ROLE}', c.oid::regclass)
      FROM pg_class c JOIN ours ON ours.oid = relnamespace, superuser
      WHERE relowner = superuser.oid AND relkind IN ('r', 'p', 'v', 'm')
    UNION ALL SELECT format('ALTER SEQUENCE %s OWNER TO ${SERVER_ROLE}', c.oid::regclass)
      FROM pg_class c JOIN ours ON ours.oid = relnamespace, superuser
      WHERE relowner = superuser.oid AND relkind = 'S'
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i'))
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`

/**
 * Creates role and database where they are missing, and transfers what an earlier version made as superuser.
 *
 * @param superuser a connection as the superuser, to another database
 * @param serverPassword the password of the role from now on
 * @param urlOf the address of a database of this cluster, as the superuser
 */
export async function prepareDatabase(
  superuser: pg.Client,
  { serverPassword, urlOf }: { serverPassword: string; urlOf: (database: string) => string },
): Promise<void> {
  const { rowCount: roles } = await superuser.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [SERVER_ROLE])
  if (roles === 0) await superuser.query(`CREATE ROLE ${SERVER_ROLE} LOGIN`)
  await superuser.query(
    `ALTER ROLE ${SERVER_ROLE} NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${superuser.escapeLiteral(serverPassword)}`,
  )
  // The product compares the server's directory with its own before it writes.
  await superuser.query(`GRANT pg_read_all_settings TO ${SERVER_ROLE}`)
  await superuser.query('REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC')
  const { rowCount: databases } = await superuser.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
  if (databases === 0) {
    await superuser.query(`CREATE DATABASE ${DATABASE} OWNER ${SERVER_ROLE}`)
    return
  }
  await superuser.query(`ALTER DATABASE ${DATABASE} OWNER TO ${SERVER_ROLE}`)
  const client = new pg.Client({ connectionString: urlOf(DATABASE) })
  await client.connect()
  try {
    await client.query(HAND_OVER)
  } finally {
    await client.end()
  }
}
