import type { Page } from '@playwright/test'
import { addressOf, jobOf, productWhere, purchaseOf, racketOf } from '../run/arrange-goods.ts'
import { logInAs } from '../run/people.ts'
import { DESKTOP, onBoth, PHONE_DARK, PLAYER_LONG, PLAYER_LONG_DARK, type Shot } from './shot.ts'

/** The pictures of stringing, the shop, addresses, the calendar and the course catalogue, for player. */
export async function goodsShots(address: string): Promise<Shot[]> {
  return [...(await stringingShots(address)), ...(await shopShots(address)), ...(await ownShots(address))]
}

const as = 'player'

async function stringingShots(address: string): Promise<Shot[]> {
  const player = await logInAs(address, 'player')
  const { id: racketId, lastJob } = await racketOf(player)
  const { merchantId } = lastJob
  const job = async (status: Parameters<typeof jobOf>[1]) => {
    return { route: `threading/pages/threading_order/index?id=${(await jobOf(player, status)).id}`, as } as const
  }
  const tab = { name: 'stringing', route: 'pages/threading/index', as } as const
  const merchant = { route: `threading/pages/threadingDetail/index?id=${merchantId}`, as } as const
  const form = `threading/pages/threadingProducts/index?merchantId=${merchantId}&racketId=${racketId}&again=1`
  const result = `threading/pages/threadingResult/index?id=${(await jobOf(player, 'PAID')).id}`
  const racket = { route: `threading/pages/racket/index?id=${racketId}`, as } as const
  return [
    ...onBoth(tab),
    { ...tab, name: 'stringing-dark', look: PHONE_DARK },
    ...onBoth({ name: 'stringing-shops', route: 'threading/pages/threading_list/index', as }),
    ...onBoth({ ...merchant, name: 'stringing-shop' }),
    { route: form, as, name: 'stringing-form', look: PLAYER_LONG },
    { route: form, as, name: 'stringing-form-dark', look: PLAYER_LONG_DARK },
    { route: form, as, name: 'stringing-form-desktop', look: DESKTOP },
    ...onBoth({ route: result, as, name: 'stringing-result' }),
    ...onBoth({ ...(await job('READY')), name: 'stringing-order' }),
    { ...(await job('READY')), name: 'stringing-order-dark', look: PHONE_DARK },
    { ...(await job('COMPLETED')), name: 'stringing-completed', look: PLAYER_LONG },
    ...onBoth({ name: 'my-stringing', route: 'user/pages/user_my_threading/index', as }),
    ...onBoth({ name: 'rackets', route: 'threading/pages/rackets/index', as }),
    { ...racket, name: 'racket', look: PLAYER_LONG },
  ]
}

async function shopShots(address: string): Promise<Shot[]> {
  const player = await logInAs(address, 'player')
  const shop = { route: 'shop/pages/products/index', as } as const
  const onOffer = await productWhere(player, ({ originalFen, stock }) => originalFen !== null && stock > 0)
  const product = { route: `shop/pages/product/index?id=${onOffer.id}`, as } as const
  const order = `shop/pages/order/index?id=${(await purchaseOf(player, 'SENT')).id}`
  return [
    ...onBoth({ ...shop, name: 'products' }),
    { ...shop, name: 'products-dark', look: PHONE_DARK },
    ...onBoth({ ...product, name: 'product' }),
    { ...product, name: 'product-buy', prepare: press('立即购买') },
    ...onBoth({ name: 'cart', route: 'shop/pages/cart/index', as }),
    { name: 'cart-dark', route: 'shop/pages/cart/index', as, look: PHONE_DARK },
    ...onBoth({ name: 'checkout', route: 'shop/pages/checkout/index', as }),
    ...onBoth({ name: 'shop-orders', route: 'shop/pages/orders/index', as }),
    { name: 'shop-order', route: order, as, look: PLAYER_LONG },
  ]
}

async function ownShots(address: string): Promise<Shot[]> {
  const { id } = await addressOf(await logInAs(address, 'player'))
  const edit = { route: `user/pages/user_addrs_edit/index?id=${id}`, as } as const
  const calendar = { name: 'calendar', route: 'user/pages/calendar/index', as } as const
  return [
    { name: 'address-new', route: 'user/pages/user_addrs_add/index', as },
    ...onBoth({ name: 'addresses', route: 'user/pages/user_addrs/index', as }),
    ...onBoth({ ...edit, name: 'address' }),
    { ...edit, name: 'address-region', prepare: press(/地区/) },
    ...onBoth(calendar),
    { ...calendar, name: 'calendar-dark', look: PHONE_DARK },
    ...onBoth({ name: 'common-courses', route: 'bookingClass/pages/common_courses/index', as }),
  ]
}

function press(name: string | RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name }).first().click()
}
