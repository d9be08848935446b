import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { givenSession } from '../../../testing/fake-server'
import { serveLive } from '../../../testing/live-server'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { ShopOrderView } from './shop-order-view'
import { givenPaidOrder, givenSentOrder } from './testing/given-shop'

test('the order changes while it is on screen', async () => {
  givenSession('10')
  const live = serveLive()
  let order = givenPaidOrder()
  givenWorld({ '/orders/7': () => ({ data: order }) })
  open(<ShopOrderView id="7" />)
  await screen.findByRole('heading', { name: '等待发货' })
  await waitFor(() => expect(live.watched()).toEqual(['order|70']))
  order = givenSentOrder()
  live.changed({ kind: 'order', id: '70' })
  await screen.findByRole('heading', { name: '商品在路上' })
})
