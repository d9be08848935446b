import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../db/pool.ts'
import { givenLike, TEST_NOW } from '../testing/builders.ts'
import { givenWorld, type World } from '../testing/given-world.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { CONSTRAINT_RULES, REFUSED_VIOLATIONS } from '../testing/violations.ts'
import { findBroken, type Query, whereBroken } from './check-all.ts'
import { INVARIANTS } from './invariants.ts'

// Violations that the database itself refuses, whatever code writes. For each rule the test proves two things. With the
// constraint the violation is refused. Without the constraint the violation succeeds, and an invariant reports it. A
// constraint whose loss no invariant reports counts as untested.

const { db, url, drop } = await createTestDatabase()
const connectionErrors: Error[] = []
const client = createClient(url, { onError: (error) => connectionErrors.push(error) })
let world: World

beforeAll(async () => {
  world = await givenWorld(db)
  // A second like, so that one user has two.
  await givenLike(db, { sourceUserId: world.owner, targetUserId: world.coach, relatedId: world.classes.completed })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await drop()
  expect(connectionErrors).toEqual([])
})

/** Runs work in a transaction that is rolled back. Dropped constraints and triggers exist again afterwards. */
async function undone<T>(work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    return await work()
  } finally {
    await client.query('ROLLBACK')
  }
}

const query: Query = async (text, values) => (await client.query(text, values)).rows

test('the fixture world breaks no invariant', async () => {
  expect(await undone(() => findBroken(query, TEST_NOW))).toEqual([])
})

describe.each(CONSTRAINT_RULES.map((rule) => [rule.name, rule] as const))('%s', (name, rule) => {
  const { on, kind, violation, besides, noticed } = rule

  test('exists, and the database refuses what it forbids', async () => {
    await undone(async () => {
      for (const other of besides) await client.query(dropping(other))
      const refusal = await client
        .query(violation(world))
        .then(() => client.query('SET CONSTRAINTS ALL IMMEDIATE'))
        .catch((error: unknown) => error)
      if (kind === 'TRIGGER')
        expect(refusal).toMatchObject({ code: '55000', message: `rows of ${on} are only ever added` })
      else expect(refusal).toMatchObject({ constraint: name })
    })
  })

  test(`without it, "${noticed}" turns red`, async () => {
    const invariant = INVARIANTS.find((one) => one.name === noticed)
    if (!invariant) throw new Error(`no invariant is called ${noticed}`)
    await undone(async () => {
      if (kind === 'TRIGGER' || kind === 'GUARD') await client.query(`ALTER TABLE ${on} DISABLE TRIGGER ${name}`)
      else if (kind === 'INDEX') await client.query(`DROP INDEX ${name}`)
      else await client.query(dropping(`${on}.${name}`))
      for (const other of besides) await client.query(dropping(other))
      await client.query(violation(world))
      expect(await whereBroken(invariant, query, TEST_NOW)).toMatchObject({ name: noticed })
    })
  })
})

describe.each(REFUSED_VIOLATIONS)('%s', (name, violation) => {
  test('exists, and refuses what it forbids', async () => {
    await undone(async () => {
      await client.query('SET LOCAL session_replication_role = replica')
      const refusal = await client.query(violation).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ constraint: name })
    })
  })
})

test('every key, check and trigger of the database is covered above', async () => {
  const { rows } = await client.query<{ name: string }>(`
    SELECT conname AS name FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      AND (contype IN ('c', 'u') OR contype = 'p' AND cardinality(conkey) > 1)
    UNION SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indisunique AND NOT i.indisprimary AND c.relnamespace = 'public'::regnamespace
    UNION SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
      -- These refuse nothing. The tests of revisions compare what they count with the sentences, and those of vacancies
      -- see what they note. Those of packages see the prices that price_hours writes, those of policies what classes carry. W1
      -- to W5 compare what seats and partners keep with the rows they keep it of, L2 the sums of contracts.
      AND tgfoid NOT IN ('count_revision'::regproc, 'note_freed_claims'::regproc, 'note_open_game'::regproc,
        'note_new_room'::regproc, 'price_hours'::regproc, 'carry_policy'::regproc, 'class_of_seat'::regproc, 'seats_of_class'::regproc,
        'sums_of_contract'::regproc, 'keep_last_class'::regproc, 'name_of_student'::regproc, 'students_named'::regproc, 'game_of_seat'::regproc, 'seats_of_game'::regproc, 'partners_of_class'::regproc, 'partners_of_game'::regproc)`)
  const tested = new Set([...CONSTRAINT_RULES.map(({ name }) => name), ...REFUSED_VIOLATIONS.map(([name]) => name)])
  expect(rows.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([])
})

function dropping(constraint: string): string {
  const [table, name] = constraint.split('.')
  return `ALTER TABLE ${table} DROP CONSTRAINT ${name} CASCADE`
}
