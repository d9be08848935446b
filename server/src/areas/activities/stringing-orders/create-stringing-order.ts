import type { NewStringingOrder, StringChoice } from '@paidang/api/areas/stringing'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { STRINGING_MINUTES_TO_PAY } from '@paidang/domain/areas/stringing/order-status'
import { linesOfForm, metresOf, stringLabel, whyNotString } from '@paidang/domain/areas/stringing/string-form'
import { METRES, type PriceLine, type StringPart, sumOfLines } from '@paidang/domain/areas/stringing/string-job'
import type { Features } from '@paidang/domain/kernel/features'
import type { Sport } from '@paidang/domain/kernel/sport'
import type { Database } from '../../../db/database.ts'
import { assertTotalSeen } from '../../../db/revision-queries.ts'
import { closeOrder } from '../../money/payments/close-order.ts'
import { leaveToShop } from '../../money/payments/leave-to-shop.ts'
import { openOrder } from '../../money/payments/open-order.ts'
import type { OrderEffects } from '../../money/payments/order-effects.ts'
import { readDelivery } from '../../people/addresses/read-delivery.ts'
import { newOrderNo, newPickupCode } from './numbers.ts'
import {
  findBindingOrder,
  findOpenMerchant,
  listServices,
  lockOwnRacketForShare,
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
/** Two concurrent orders can draw the same code. That is rare, and far less frequent than this limit. */
const TRIES = 10

type Ordering = { form: NewStringingOrder; features: Features; actorId: string; now: Date; effects: OrderEffects }

/**
 * Creates a player's order to string one of their rackets. It is refused if the price differs from the one shown. Its
 * strings are reserved under their locks. It waits half an hour for its payment. If payments are off, the shop takes
 * the money itself. Address, names and prices are copied as they are now.
 *
 * @returns its id
 * @throws ApiError racket_not_found, racket_in_use (data: the running order), racket_in_shop (the same);
 * merchant_not_found, any StringRefusal, address_not_found, address_region_missing, revision_outdated
 * Source: decision "Hours and money", Stringing orders
 */
export async function createStringingOrder(
  db: Database,
  { form, features, actorId, now, effects }: Ordering,
): Promise<string> {
  return db.transaction(async (tx) => {
    const { extraIds = [], mains, crosses, handIn, addressId, preStretch, knots, notes = '' } = form
    const racket = await lockOwnRacketForShare(tx, { id: form.racketId, userId: actorId })
    if (!racket) throw new ApiError('racket_not_found')
    await assertNotInWork(tx, racket.id, { now, effects })
    const merchant = await findOpenMerchant(tx, form.merchantId)
    if (!merchant) throw new ApiError('merchant_not_found')

    const dueAt = form.dueAt === undefined ? undefined : new Date(form.dueAt)
    const input = { serviceId: form.serviceId, extraIds, mains, crosses, handIn, dueAt }
    const strings = await lockStrings(tx, {
      merchantId: merchant.id,
      ids: [...metresOf(input, racket.sport).keys()],
    })
    // Read after the lock, which waits for concurrent reservations and draws.
    const free = await readFreeMetres(
      tx,
      strings.map(({ id }) => id),
    )
    const offer = {
      ...merchant,
      services: await listServices(tx, merchant.id),
      strings: strings.map((string) => ({ ...string, freeMetres: free.get(string.id) ?? 0 })),
    }
    const refusal = whyNotString({ ...input, hasAddress: addressId !== undefined }, racket, offer, now)
    if (refusal) throw new ApiError(refusal)
    const isCourier = handIn === 'COURIER' && addressId !== undefined
    const delivery = isCourier ? await readDelivery(tx, { addressId, actorId }) : {}
    const lines = linesOfForm(input, offer)
    assertTotalSeen(form.totalFen, sumOfLines(lines))

    const racketName = `${racket.brand} ${racket.model}`
    const { id, paymentOrderId } = await writeOrder(tx, lines, {
      userId: actorId,
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
    const step = { action: 'submit' as const, status: 'SUBMITTED' as const, actor: 'PLAYER' as const, actorId: actorId }
    await insertStep(tx, { orderId: id, seq: 1, ...step, createdAt: now })
    if (!features.stringingPayments) await leaveToShop(tx, { orderId: paymentOrderId, effects, now })
    return id
  })
}

/**
 * Checks that a locked racket has no running order and is not in a shop. An unpaid order past its time is closed here,
 * so that it blocks nothing.
 *
 * @throws ApiError racket_in_use, racket_in_shop; both name the order
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

/** Inserts the order and its payment order, which refer to each other. @returns the ids of both */
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

/** The row for one half of the bed, with name, material and gauge as they are now. */
function partToWrite(choice: StringChoice, part: StringPart, sport: Sport, strings: readonly StringRow[]): NewPart {
  const { source, tension } = choice
  if (choice.source === 'OWN') return { source, name: choice.name.trim(), tension, metres: 0 }
  const string = strings.find(({ id }) => id === choice.stringId)
  if (!string) throw new Error(`string ${choice.stringId} is offered, and yet not locked`)
  const { id: stringId, material, gauge } = string
  return { source, stringId, name: stringLabel(string), material, gauge, tension, metres: METRES[sport][part] }
}
