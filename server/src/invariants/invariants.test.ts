import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../db/pool.ts'
import { brokenInvariants } from '../testing/broken-invariants.ts'
import { TEST_NOW } from '../testing/builders.ts'
import { givenWorld, type World } from '../testing/given-world.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { CONSTRAINT_RULES, PLANTED_VIOLATIONS } from '../testing/violations.ts'
import { findBroken, type Query, whereBroken } from './check-all.ts'
import { INVARIANTS } from './invariants.ts'

// Violations that no constraint refuses. Each is planted in the sound fixture world, and the invariant that it breaks
// must report it.

const { db, url, drop } = await createTestDatabase()
const connectionErrors: Error[] = []
const client = createClient(url, { onError: (error) => connectionErrors.push(error) })
let world: World

beforeAll(async () => {
  world = await givenWorld(db)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await drop()
  expect(connectionErrors).toEqual([])
})

const query: Query = async (text, values) => (await client.query(text, values)).rows
const found = () => findBroken(query, TEST_NOW)
const invariantOf = (name: string) => INVARIANTS.find((invariant) => invariant.name === name)

describe('a sound world', () => {
  test('breaks no invariant', async () => {
    expect(await found()).toEqual([])
    expect(await brokenInvariants(query, TEST_NOW)).toEqual([])
  })
})

describe.each(PLANTED_VIOLATIONS)('%s', (invariant, what, violation) => {
  test(`turns red when ${what}`, async () => {
    await client.query('BEGIN')
    try {
      await client.query(violation(world))
      const damaged = invariantOf(invariant)
      if (!damaged) throw new Error(`no invariant is called ${invariant}`)
      expect(await whereBroken(damaged, query, TEST_NOW)).toMatchObject({ name: invariant })
      // The check that runs after every server test must report it too.
      const seen = (await brokenInvariants(query, TEST_NOW)).map(({ name }) => name)
      if (damaged.severity === 'fault') expect(seen).toContain(invariant)
      else expect(seen).not.toContain(invariant)
    } finally {
      await client.query('ROLLBACK')
    }
  })
})

test('every invariant turns red in some test', () => {
  const seen = new Set([...PLANTED_VIOLATIONS.map(([name]) => name), ...CONSTRAINT_RULES.map(({ noticed }) => noticed)])
  expect(INVARIANTS.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([])
  expect([...seen].filter((name) => !INVARIANTS.some((invariant) => invariant.name === name))).toEqual([])
  expect(new Set(INVARIANTS.map(({ name }) => name)).size).toBe(INVARIANTS.length)
})

test('a finding has the number of violations and the first five ids', async () => {
  await client.query('BEGIN')
  try {
    await client.query('UPDATE users SET likes_count = likes_count + 1')
    const { rows } = await client.query('SELECT count(*)::int AS count FROM users')
    const [broken] = await found()
    expect(broken).toMatchObject({ name: 'E1 a like count is the number of likes', severity: 'fault', ...rows[0] })
    expect(broken?.ids).toHaveLength(5)
  } finally {
    await client.query('ROLLBACK')
  }
})
