import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../db/pool.ts'
import { ACCOUNT_CONSTRAINT_RULES, ACCOUNT_PLANTED_VIOLATIONS } from '../testing/account-violations.ts'
import { ADDRESS_CONSTRAINT_RULES } from '../testing/address-violations.ts'
import { BALL_CONSTRAINT_RULES, BALL_PLANTED_VIOLATIONS } from '../testing/ball-violations.ts'
import { brokenInvariants } from '../testing/broken-invariants.ts'
import { TEST_NOW } from '../testing/builders.ts'
import { CARD_CONSTRAINT_RULES, CARD_PLANTED_VIOLATIONS } from '../testing/card-violations.ts'
import { CONSTRAINT_RULES } from '../testing/constraint-rules.ts'
import { givenWorld, type World } from '../testing/given-world.ts'
import { PAYMENT_CONSTRAINT_RULES, PAYMENT_PLANTED_VIOLATIONS } from '../testing/payment-violations.ts'
import { PEOPLE_CONSTRAINT_RULES, PEOPLE_PLANTED_VIOLATIONS } from '../testing/people-violations.ts'
import { PLANTED_VIOLATIONS } from '../testing/planted-violations.ts'
import { SHOP_CONSTRAINT_RULES, SHOP_PLANTED_VIOLATIONS } from '../testing/shop-violations.ts'
import {
  STRINGING_ORDER_CONSTRAINT_RULES,
  STRINGING_ORDER_PLANTED_VIOLATIONS,
} from '../testing/stringing-order-violations.ts'
import { STRINGING_CONSTRAINT_RULES, STRINGING_PLANTED_VIOLATIONS } from '../testing/stringing-violations.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { findBroken, type Query, whereBroken } from './find-broken.ts'
import { INVARIANTS } from './invariants.ts'

// Violations that no constraint refuses. Each is planted in the sound fixture world, and the invariant that it breaks
// must report it.

const { db, url, drop } = await createTestDatabase()
const rules = [
  ...CONSTRAINT_RULES,
  ...ACCOUNT_CONSTRAINT_RULES,
  ...ADDRESS_CONSTRAINT_RULES,
  ...BALL_CONSTRAINT_RULES,
  ...CARD_CONSTRAINT_RULES,
  ...PAYMENT_CONSTRAINT_RULES,
  ...PEOPLE_CONSTRAINT_RULES,
  ...SHOP_CONSTRAINT_RULES,
  ...STRINGING_CONSTRAINT_RULES,
  ...STRINGING_ORDER_CONSTRAINT_RULES,
]
const plantedDamage = [
  ...PLANTED_VIOLATIONS,
  ...ACCOUNT_PLANTED_VIOLATIONS,
  ...BALL_PLANTED_VIOLATIONS,
  ...CARD_PLANTED_VIOLATIONS,
  ...PAYMENT_PLANTED_VIOLATIONS,
  ...PEOPLE_PLANTED_VIOLATIONS,
  ...SHOP_PLANTED_VIOLATIONS,
  ...STRINGING_PLANTED_VIOLATIONS,
  ...STRINGING_ORDER_PLANTED_VIOLATIONS,
]
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

describe.each(plantedDamage)('%s', (invariant, what, violation) => {
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
  const seen = new Set([...plantedDamage.map(([name]) => name), ...rules.map(({ noticed }) => noticed)])
  expect(INVARIANTS.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([])
  expect([...seen].filter((name) => !INVARIANTS.some((invariant) => invariant.name === name))).toEqual([])
  expect(new Set(INVARIANTS.map(({ name }) => name)).size).toBe(INVARIANTS.length)
})

test('a finding has the number of violations and the first five ids', async () => {
  await client.query('BEGIN')
  try {
    await client.query('UPDATE users SET likes_count = likes_count + 1')
    const [broken] = await found()
    expect(broken).toMatchObject({ name: 'E1 a like count is the number of likes', severity: 'fault', count: 17 })
    expect(broken?.ids).toHaveLength(5)
  } finally {
    await client.query('ROLLBACK')
  }
})
