import type { Day } from '../../../kernel/day.ts'
import type { Fen } from '../../../kernel/fen.ts'

/** For this many days after the payment a package that nobody used is told to come back whole. */
export const WHOLE_REFUND_DAYS = 7

/** Whether a package was paid so recently that it comes back whole while unused, to the minute. */
export const isWithinWholeRefund = (paidAt: Date, now: Date): boolean =>
  now.getTime() <= paidAt.getTime() + WHOLE_REFUND_DAYS * 86_400_000

/** What a package brought to a contract, and what became of it. Hours are in steps of 0.5. */
export type RefundablePurchase = {
  id: string
  paidAt: Date
  /** The paid hours, without gifts. */
  hours: number
  paidFen: Fen
  /** Of the money, what went back for other reasons: the price was lowered afterwards. */
  returnedFen: Fen
  /** The hours that went back in earlier refunds, and their money. */
  refundedHours: number
  refundedFen: Fen
  expiredHours: number
  /** Whether its terms give nothing back after the first days (FIRST_DAYS). A club that no longer teaches is not helped by them. */
  isBound: boolean
}

/** Hours of one price that are left, in the order in which classes spend them. Others than of packages have no purchase. */
export type LeftHours = { purchaseId: string | null; isGift: boolean; leftHours: number }

/** What of one purchase comes back. */
export type RefundPart = { purchaseId: string; hours: number; giftHours: number; amountFen: Fen }

/** A line of the subtraction: hours, and what they are worth. */
export type RefundLine = { hours: number; fen: Fen }

/**
 * What a refund of a contract's packages (退课) comes to: paid - returned - refunded - used - expired - kept - bound = back,
 * to the fen, and back is the sum of the parts.
 */
export type CourseRefundPlan = {
  paid: RefundLine
  returned: RefundLine
  refunded: RefundLine
  used: RefundLine
  expired: RefundLine
  kept: RefundLine
  /** What is left of purchases whose terms give nothing back. It stays on the contract, as do their gifts. */
  bound: RefundLine
  boundGiftHours: number
  back: RefundLine
  /** Gifts lapse. */
  giftHours: number
  /** Hours that were not bought here, and stay on the contract. */
  stayingHours: number
  /** Whether the contract ends: all its hours were bought here and can be given back. A kept class may hold others, which can come back. */
  endsContract: boolean
  /** In the order in which they were bought. */
  parts: RefundPart[]
  /** Whether everything that was paid comes back, within the days for it. */
  isWhole: boolean
}

const NOTHING: RefundLine = { hours: 0, fen: 0 }

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0)

/**
 * What comes back of a contract's packages while classes keep some hours. They are kept of what would be spent first.
 * The price of an hour is the money still there by the hours still there, so nothing can exceed what was paid. Fractions
 * of a fen stay with what was used. Source: decision record 073
 */
export function courseRefundPlan(
  purchases: readonly RefundablePurchase[],
  lots: readonly LeftHours[],
  { keptHours, now }: { keptHours: number; now: Date },
): CourseRefundPlan {
  let toKeep = keptHours
  const rests = lots.map((lot) => {
    const kept = Math.min(toKeep, lot.leftHours)
    toKeep -= kept
    return { ...lot, kept, rest: lot.leftHours - kept }
  })
  const split = purchases.map((purchase) => {
    const { id, hours, paidFen, returnedFen, refundedHours, refundedFen, expiredHours } = purchase
    const own = rests.filter(({ purchaseId }) => purchaseId === id)
    const paid = own.filter(({ isGift }) => !isGift)
    const rest = sumOf(paid, (lot) => lot.rest)
    const kept = sumOf(paid, (lot) => lot.kept)
    const there = hours - refundedHours
    const used = there - expiredHours - kept - rest
    const thereFen = paidFen - returnedFen - refundedFen
    // Halves, so that all numbers are whole. What the last hours are worth is rounded down.
    const worth = (last: number) => (there === 0 ? 0 : Math.floor((thereFen * last * 2) / (there * 2)))
    const isUntouched = rest === hours && isWithinWholeRefund(purchase.paidAt, now)
    const isHeldBack = purchase.isBound && !isUntouched
    const giftHours = sumOf(own, (lot) => (lot.isGift ? lot.rest : 0))
    const backFen = worth(rest)
    const keptFen = worth(rest + kept) - backFen
    const expiredFen = worth(rest + kept + expiredHours) - keptFen - backFen
    return {
      purchase,
      isHeldBack,
      part: {
        purchaseId: id,
        hours: isHeldBack ? 0 : rest,
        giftHours: isHeldBack ? 0 : giftHours,
        amountFen: isHeldBack ? 0 : backFen,
      },
      bound: isHeldBack ? { hours: rest, fen: backFen } : NOTHING,
      boundGiftHours: isHeldBack ? giftHours : 0,
      used: { hours: used, fen: thereFen - backFen - keptFen - expiredFen },
      expired: { hours: expiredHours, fen: expiredFen },
      kept: { hours: kept, fen: keptFen },
    }
  })
  const total = (of: (one: (typeof split)[number]) => RefundLine): RefundLine => ({
    hours: sumOf(split, (one) => of(one).hours),
    fen: sumOf(split, (one) => of(one).fen),
  })
  const goesOn = (purchaseId: string | null) =>
    purchaseId === null || split.some(({ purchase, isHeldBack }) => isHeldBack && purchase.id === purchaseId)
  const plan = {
    paid: total(({ purchase }) => ({ hours: purchase.hours, fen: purchase.paidFen })),
    returned: total(({ purchase }) => ({ hours: 0, fen: purchase.returnedFen })),
    refunded: total(({ purchase }) => ({ hours: purchase.refundedHours, fen: purchase.refundedFen })),
    used: total((one) => one.used),
    expired: total((one) => one.expired),
    kept: total((one) => one.kept),
    bound: total((one) => one.bound),
    boundGiftHours: sumOf(split, (one) => one.boundGiftHours),
    back: total(({ part }) => ({ hours: part.hours, fen: part.amountFen })),
    giftHours: sumOf(split, ({ part }) => part.giftHours),
    stayingHours: sumOf(rests, (lot) => (lot.purchaseId === null ? lot.rest : 0)),
    endsContract: lots.every(({ purchaseId, leftHours }) => leftHours === 0 || !goesOn(purchaseId)),
    parts: split.map(({ part }) => part).filter(({ hours, giftHours }) => hours > 0 || giftHours > 0),
  }
  const isUnused = plan.back.fen > 0 && plan.back.fen === plan.paid.fen
  return { ...plan, isWhole: isUnused && purchases.every(({ paidAt }) => isWithinWholeRefund(paidAt, now)) }
}

/** Why nothing comes back; undefined if something does. Hours end with the last day of their contract. */
export const whyNotRefundCourse = (
  { back }: Pick<CourseRefundPlan, 'back'>,
  { expiryDate }: { expiryDate: Day },
  today: Day,
) => (back.fen > 0 && expiryDate >= today ? undefined : ('course_refund_nothing' as const))

/** The days that a purchase brought, the oldest first. */
export type PurchasedDays = {
  id: string
  hours: number
  refundedHours: number
  /** The last day of its contract before it. Null where its days stay: it opened the contract, or a coach set the contract since. */
  expiryBefore: Day | null
  /** The last day that it gives by itself. */
  validUntil: Day
}

/**
 * The last day of a contract after a refund: as if what came back in full had never been bought. It is never before what
 * the other purchases gave, a class that is kept, or today. A contract that ends keeps its day. Source: decision record 073
 */
export function expiryAfterRefund(
  { parts, endsContract }: Pick<CourseRefundPlan, 'parts' | 'endsContract'>,
  purchases: readonly PurchasedDays[],
  { expiryDate, lastKeptDay, today }: { expiryDate: Day; lastKeptDay: Day | null; today: Day },
): Day {
  const counted = purchases.filter(({ expiryBefore }) => expiryBefore !== null)
  const before = counted[0]?.expiryBefore ?? null
  if (endsContract || before === null) return expiryDate
  const stays = counted.filter(({ id, hours, refundedHours }) => {
    const back = parts.find(({ purchaseId }) => purchaseId === id)?.hours ?? 0
    return refundedHours + back < hours
  })
  if (stays.length === counted.length) return expiryDate
  const days = [before, today, ...stays.map(({ validUntil }) => validUntil), ...(lastKeptDay ? [lastKeptDay] : [])]
  const latest = days.reduce((last, day) => (day > last ? day : last))
  return latest < expiryDate ? latest : expiryDate
}
