import { deleteRacket, listRackets } from '@paidang/api/areas/activities/stringing'
import { createStringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { expect, test } from 'vitest'
import { stringingOrders } from '../../../tables/stringing-orders.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { givenRacket, givenShop } from '../../../testing/given-stringing.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

test('of retiring and ordering a racket at the same time one succeeds', async () => {
  const { merchantId, labourId: serviceId } = await givenShop(db)
  const own = { source: 'OWN' as const, name: '自备线', tension: 50 }
  const job = { mains: own, crosses: own, preStretch: 0, knots: 2, handIn: 'DROP_OFF', totalFen: 5_000 } as const
  for (let round = 0; round < 8; round++) {
    const player = await givenPlayer(db)
    const as = signedInAs(player)
    const racketId = await givenRacket(db, { userId: player })
    const order = () => as(createStringingOrder, { body: { merchantId, serviceId, racketId, ...job } })
    const putAway = () => as(deleteRacket, { params: { id: racketId } })
    const before = await db.$count(stringingOrders)
    const [first, second] = round % 2 === 0 ? [order, putAway] : [putAway, order]
    const results = await Promise.allSettled([first(), second()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [refused] = results.filter((result) => result.status === 'rejected')
    expect(['racket_in_use', 'racket_not_found']).toContain(refused?.reason.code)
    const isOrdered = refused?.reason.code === 'racket_in_use'
    expect(await db.$count(stringingOrders)).toBe(before + (isOrdered ? 1 : 0))
    expect(await as(listRackets, {})).toHaveLength(isOrdered ? 1 : 0)
  }
})
