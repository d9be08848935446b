import { getShopOrder } from '@paidang/api/areas/activities/shop-orders'
import { expect, test } from 'vitest'
import { givenPlayer } from '../testing/builders.ts'
import { givenCategory, givenProduct, givenShopOrder } from '../testing/given-shop.ts'
import { startTestServer } from '../testing/test-server.ts'

const { db, request, tokenOf, signedInAs } = await startTestServer()

test('a body cannot set the owner or the author of an order', async () => {
  const [buyer, stranger] = [await givenPlayer(db), await givenPlayer(db)]
  const productId = await givenProduct(db, { categoryId: await givenCategory(db), stock: 5 })
  const bought = { items: [{ productId, quantity: 1 }], status: 'PAID' as const }
  const his = await givenShopOrder(db, { userId: buyer, ...bought })
  const own = await givenShopOrder(db, { userId: stranger, ...bought })
  const cancel = (orderId: string, payload: object) =>
    tokenOf(stranger).then((token) =>
      request({
        method: 'POST',
        url: `/aaapi/shop/orders/cancel/${orderId}`,
        headers: { authorization: `Bearer ${token}` },
        payload,
      }),
    )
  const statusOf = async (userId: string, id: string) =>
    (await signedInAs(userId)(getShopOrder, { params: { id } })).status

  expect((await cancel(his.id, { reason: '不想要了', actorId: buyer })).statusCode).toBe(404)
  expect((await cancel(own.id, { reason: '不想要了', actorId: buyer, orderId: his.id })).statusCode).toBe(200)
  expect([await statusOf(buyer, his.id), await statusOf(stranger, own.id)]).toEqual(['PAID', 'REFUNDED'])
})
