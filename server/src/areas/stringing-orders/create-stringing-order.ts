import type { NewStringingOrder, StringChoice } from '@paidang/api/areas/stringing'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { STRINGING_MINUTES_TO_PAY } from '@paidang/domain/areas/stringing/order-status'
import { linesOfForm, metresOf, stringLabel, whyNotString } from '@paidang/domain/areas/stringing/string-form'
import { METRES, type PriceLine, type StringPart, sumOfLines } from '@paidang/domain/areas/stringing/string-job'
import type { Features } from '@paidang/domain/kernel/features'
import type { Sport } from '@paidang/domain/kernel/sport'
import type { Database } from '../../db/database.ts'
import { readDelivery } from '../addresses/read-delivery.ts'
import { closeOrder } from '../payments/close-order.ts'
import { leaveToShop } from '../payments/leave-to-shop.ts'
import { openOrder } from '../payments/open-order.ts'
import type { OrderEffects } from '../payments/order-effects.ts'
import { newOrderNo, newPickupCode } from './numbers.ts'
import {
  findBindingOrder,
  findOpenMerchant,
  keepOwnRacket,
  listServices,
  lockStrings,
  readFreeMetres,
  type StringRow,
} from './offer-queries.ts'
import {
  insertParts,
  insertStep,
  insertStringingOrder,
  listUsedCodes,
  type NewPart,
  type NewStringingOrderRow,
  reserveOrderId,
} from './order-queries.ts'

const MINUTE_MS = 60_000
/** Two that are written at the same moment may draw the same code; hardly ever, and never this often. */
const TRIES = 10

type Ordering = { form: NewStringingOrder; features: Features; by: string; now: Date; effects: OrderEffects }

/**
 * A player orders that a racket of his is strung. It costs what he saw, or is refused; its strings are promised to it under
 * their locks, and it waits half an hour for its payment; where orders are not paid here, its shop takes the money. Address, names and prices stay as they are now.
 *
 * @returns its id
 * @throws ApiError racket_not_found, racket_in_use (data: the order that runs), racket_in_shop (the same), merchant_not_found, any StringRefusal, address_not_found, address_region_missing,
 *   stringing_price_changed
 * Source: decision "Hours and money", Stringing orders
 */
export async function createStringingOrder(
  db: Database,
  { form, features, by, now, effects }: Ordering,
): Promise<string> {
  return db.transaction(async (tx) => {
    const { extraIds = [], mains, crosses, handIn, addressId, preStretch, knots, notes = '' } = form
    const racket = await keepOwnRacket(tx, { id: form.racketId, userId: by })
    if (!racket) throw new ApiError('racket_not_found')
    await assertNotInWork(tx, racket.id, { now, effects })
    const merchant = await findOpenMerchant(tx, form.merchantId)
    if (!merchant) throw new ApiError('merchant_not_found')

    const dueAt = form.dueAt === undefined ? undefined : new Date(form.dueAt)
    const wanted = { serviceId: form.serviceId, extraIds, mains, crosses, handIn, dueAt }
    const strings = await lockStrings(tx, {
      merchantId: merchant.id,
      ids: [...metresOf(wanted, racket.sport).keys()],
    })
    // Only now: whoever promised or drew some of it at the same moment has been waited for.
    const free = await readFreeMetres(
      tx,
      strings.map(({ id }) => id),
    )
    const offer = {
      ...merchant,
      services: await listServices(tx, merchant.id),
      strings: strings.map((string) => ({ ...string, freeMetres: free.get(string.id) ?? 0 })),
    }
    const refusal = whyNotString({ ...wanted, hasAddress: addressId !== undefined }, racket, offer, now)
    if (refusal) throw new ApiError(refusal)
    const isCourier = handIn === 'COURIER' && addressId !== undefined
    const delivery = isCourier ? await readDelivery(tx, { addressId, by }) : {}
    const lines = linesOfForm(wanted, offer)
    if (sumOfLines(lines) !== form.totalFen) throw new ApiError('stringing_price_changed')

    const racketName = `${racket.brand} ${racket.model}`
    const { id, paymentOrderId } = await writeOrder(tx, lines, {
      userId: by,
      merchantId: merchant.id,
      racketId: racket.id,
      racketName,
      sport: racket.sport,
      preStretch,
      knots,
      notes: notes.trim(),
      handIn,
      ...delivery,
      dueAt: dueAt ?? null,
      responseTime: now,
      createdAt: now,
    })
    const partOf = (part: StringPart) => partToWrite(form[part], part, racket.sport, strings)
    await insertParts(tx, id, { mains: partOf('mains'), crosses: partOf('crosses') })
    const step = { deed: 'submit' as const, status: 'SUBMITTED' as const, actor: 'PLAYER' as const, actorId: by }
    await insertStep(tx, { orderId: id, seq: 1, ...step, createdAt: now })
    if (!features.stringingPayments) await leaveToShop(tx, { orderId: paymentOrderId, effects, now })
    return id
  })
}

/**
 * Nothing else is done to a locked racket, and it does not lie in a shop. An order whose time to pay has passed stands in nobody's way: it is closed.
 *
 * @throws ApiError racket_in_use, racket_in_shop, which name the order
 */
async function assertNotInWork(
  tx: Database,
  racketId: string,
  { now, effects }: Pick<Ordering, 'now' | 'effects'>,
): Promise<void> {
  const binding = await findBindingOrder(tx, racketId)
  if (!binding) return
  const { id, orderNo, isOver, shopName, payment } = binding
  if (isOver) {
    const message = `球拍还在「${shopName}」，取回后再下单`
    throw new ApiError('racket_in_shop', { message, data: { orderId: id, orderNo } })
  }
  if (payment.state !== 'UNPAID' || payment.expiresAt > now) {
    throw new ApiError('racket_in_use', {
      message: `${errors.racket_in_use.message} ${orderNo}`,
      data: { orderId: id, orderNo },
    })
  }
  await closeOrder(tx, { orderId: payment.id, now, effects })
}

type Written = Omit<NewStringingOrderRow, 'id' | 'orderNo' | 'pickupCode' | 'paymentOrderId'> & { createdAt: Date }

/** Writes the order and what pays for it, each of which names the other. @returns the ids of both */
async function writeOrder(
  tx: Database,
  lines: readonly PriceLine[],
  order: Written,
): Promise<{ id: string; paymentOrderId: string }> {
  const id = await reserveOrderId(tx)
  const { id: paymentOrderId } = await openOrder(tx, {
    userId: order.userId,
    kind: 'STRINGING',
    objectId: id,
    title: `穿线 ${order.racketName}`,
    lines,
    expiresAt: new Date(order.createdAt.getTime() + STRINGING_MINUTES_TO_PAY * MINUTE_MS),
  })
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pickupCode = newPickupCode(await listUsedCodes(tx, order.merchantId))
    if (pickupCode === undefined) throw new ApiError('server_busy')
    const numbers = { orderNo: newOrderNo(order.createdAt), pickupCode }
    if (await insertStringingOrder(tx, { id, ...order, ...numbers, paymentOrderId })) return { id, paymentOrderId }
  }
  throw new ApiError('server_busy')
}

/** One half of the bed as it is written down: name, material and gauge as they are now. */
function partToWrite(choice: StringChoice, part: StringPart, sport: Sport, strings: readonly StringRow[]): NewPart {
  const { source, tension } = choice
  if (choice.source === 'OWN') return { source, name: choice.name.trim(), tension, metres: 0 }
  const string = strings.find(({ id }) => id === choice.stringId)
  if (!string) throw new Error(`string ${choice.stringId} is offered, and yet not locked`)
  const { id: stringId, material, gauge } = string
  return { source, stringId, name: stringLabel(string), material, gauge, tension, metres: METRES[sport][part] }
}
