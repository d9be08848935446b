import { exportOwnData } from '@paidang/api/areas/desks/accounts'
import { expect, test } from 'vitest'
import { givenPlayer } from '../testing/builders.ts'
import { startTestServer } from '../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

test('of many exports by one account some are refused, and exports of another account are not', async () => {
  const [userId, other] = [await givenPlayer(db), await givenPlayer(db)]
  const ask = (actorId: string) => signedInAs(actorId)(exportOwnData, {})
  const many = Array.from({ length: 12 }, () => ask(userId))
  const [mine, theirs] = [await Promise.allSettled(many), await ask(other)]
  expect(theirs.contentType).toMatch('json')
  const refused = mine.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, code: 'requests_too_many' })
  expect(mine.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(3)
})
