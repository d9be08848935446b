import { createStringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { payOrder } from '@paidang/api/areas/money/payments'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { expect, test } from 'vitest'
import { API_PREFIX } from '../../../http/serve.ts'
import { payments } from '../../../tables/payments.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { stringingLife } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// With payments off, an order belongs to the shop at once, and its money does not pass through the platform.

const server = await startTestServer()
const { db, signedInAs } = server
const life = stringingLife(server)
const withoutPayments = await server.another({ features: { ...ALL_FEATURES, stringingPayments: false } })

async function givenOrderInShop() {
  const owner = await life.racketOwner()
  const shop = await life.staffedShop()
  const response = await withoutPayments.inject({
    method: 'POST',
    url: API_PREFIX + createStringingOrder.path,
    headers: { authorization: `Bearer ${await server.tokenOf(owner.userId)}`, 'idempotency-key': 'in-the-shop' },
    payload: life.form(shop, owner),
  })
  const { id }: { id: string } = response.json().data
  return { owner, shop, id }
}

test('the shop sees the order at once, and how much its player pays there', async () => {
  const { owner, id } = await givenOrderInShop()
  const order = await life.read(owner, id)
  expect(order).toMatchObject({ status: 'PAID', order: { state: 'PAID', method: 'IN_SHOP', refundedFen: 0 } })
  expect(order.steps.at(-1)).toMatchObject({ action: 'pay', remark: expect.stringMatching(/^到店付款 ¥\d/) })
  expect(await db.select().from(payments)).toEqual([])
  const paying = () =>
    signedInAs(owner.userId)(payOrder, {
      body: { orderId: order.order?.id ?? '', method: 'WECHAT', channel: 'NATIVE' },
    })
  await expectRefusal(db, paying, { code: 'order_paid' })
})

test('a player who cancels it gets no refund from the platform', async () => {
  const { owner, id } = await givenOrderInShop()
  await life.cancel(owner, id)
  expect(await life.read(owner, id)).toMatchObject({ status: 'CANCELLED', order: { refunds: [], refundedFen: 0 } })
})
