import { createHash } from 'node:crypto'
import * as api from '@paidang/api/areas/activities/course-refunds'
import { ApiError } from '@paidang/api/catalogue/errors'
import { actorsOf, whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import {
  type CourseRefundPlan,
  courseRefundPlan,
  expiryAfterRefund,
  whyNotRefundCourse,
} from '@paidang/domain/areas/money/contracts/course-refund'
import {
  type OrderMethod,
  REFUND_WAYS,
  type RefundTarget,
  refundTargetAt,
} from '@paidang/domain/areas/money/payments/order'
import { addDays, type Day, dayOf, formatDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { CORRECTION_REASON } from '@paidang/domain/kernel/money-request'
import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { coachCourses, companies, courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import {
  courseRefundParts,
  courseRefunds,
  hourLots,
  packagePurchases,
  packageVersions,
} from '../../../tables/packages.ts'
import { orders, payments, refunds } from '../../../tables/payments.ts'
import { notify } from '../../ground/messages/notify.ts'
import { isCorrected } from '../../money/contracts/contracts.ts'
import { lockContractsOfSeats } from '../../money/contracts/holds.ts'
import { moveHours, updateExpiry } from '../../money/contracts/ledger.ts'
import type { CorrectableEffect } from '../../money/payments/order.ts'
import { refundOrder } from '../../money/payments/refunds.ts'
import { lockPerson } from '../../people/profile/profile-row.ts'
import { cancelAsPlayer, quoteCancellation } from '../classes/cancel.ts'
import { lockForgiveness } from '../classes/forgiveness.ts'
import { findClass, type OpenClass, openClass } from '../classes/open-class.ts'

/** The contract of a player. Another person's is like none. */
async function findOwnContract(db: Database, id: string, { userId }: Refunding) {
  const [row] = await db
    .select({ contract: contracts, course: courses, company: companies, nickname: users.nickname, isCorrected })
    .from(contracts)
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .innerJoin(companies, eq(companies.id, contracts.companyId))
    .innerJoin(users, eq(users.id, contracts.userId))
    .where(and(eq(contracts.id, id), eq(contracts.userId, userId)))
  if (!row) throw new ApiError('contract_not_found')
  return row
}

/** The classes that hold hours of a contract, by id. */
async function listHeldIds(db: Database, contractId: string): Promise<string[]> {
  const rows = await db
    .select({ id: seats.invitationId })
    .from(seats)
    .innerJoin(invitations, eq(invitations.id, seats.invitationId))
    .where(and(eq(seats.contractId, contractId), gt(seats.heldSessions, 0)))
    .orderBy(asc(seats.invitationId))
  return rows.map(({ id }) => id)
}

/**
 * The condition that somebody teaches the course of a purchase whom its buyer could book. Whom the buyer blocked after
 * it was paid counts: a change of mind undoes no rule. Source: decision record 079
 */
const isTaught = (courseId: string, { userId, now }: Refunding) => sql<boolean>`exists (
  select 1 from ${coachCourses} x where x.course_id = ${courseId} and not ${isSuspended(sql`x.coach_id`, now)}
    and not exists (select 1 from ${blacklistEntries} b where b.owner_id = x.coach_id and b.target_id = ${userId})
    and not exists (select 1 from ${blacklistEntries} b
      where b.owner_id = ${userId} and b.target_id = x.coach_id and b.created_at <= ${orders.paidAt}))`

/** The packages that were bought into a contract, the oldest first, with what became of their hours and their money. */
async function listPurchases(db: Database, { id: contractId, courseId }: ContractRow, refunding: Refunding) {
  const back = sql`(select coalesce(sum(r.amount_fen), 0) from ${refunds} r join ${payments} y on y.id = r.payment_id
    where r.order_id = ${orders.id} and y.state = 'SETTLED')`
  // The last row in which somebody else gave the contract hours or days.
  const setSeq = sql`(select coalesce(max(l.seq), 0) from ${lessonLedger} l
    where l.contract_id = ${contractId} and l.kind in ('GRANT', 'ADJUST') and not exists (
      select 1 from ${packagePurchases} o where o.contract_id = l.contract_id and l.seq in (o.grant_seq, o.gift_seq)))`
  const refunded = (what: 'hours' | 'amount_fen') =>
    sql<number>`(select coalesce(sum(t.${sql.raw(what)}), 0) from ${courseRefundParts} t
      where t.purchase_id = ${packagePurchases.id})`.mapWith(Number)
  return db
    .select({
      id: packagePurchases.id,
      orderId: orders.id,
      grantSeq: packagePurchases.grantSeq,
      giftSeq: packagePurchases.giftSeq,
      hours: packageVersions.hours,
      refundRule: packageVersions.refundRule,
      validDays: packageVersions.validDays,
      grantedAt: lessonLedger.createdAt,
      expiryBefore: sql<Day | null>`case when ${packagePurchases.grantSeq} > ${setSeq} then ${packagePurchases.expiryBefore} end`,
      isTaught: isTaught(courseId, refunding),
      method: orders.method,
      paidAt: orders.paidAt,
      paidFen: orders.amountFen,
      backFen: sql<number>`${back}`.mapWith(Number),
      refundedHours: refunded('hours'),
      refundedFen: refunded('amount_fen'),
    })
    .from(packagePurchases)
    .innerJoin(
      packageVersions,
      and(
        eq(packageVersions.packageId, packagePurchases.packageId),
        eq(packageVersions.version, packagePurchases.version),
      ),
    )
    .innerJoin(orders, and(eq(orders.kind, 'COURSE'), eq(orders.objectId, packagePurchases.id)))
    .innerJoin(
      lessonLedger,
      and(eq(lessonLedger.contractId, packagePurchases.contractId), eq(lessonLedger.seq, packagePurchases.grantSeq)),
    )
    .where(eq(packagePurchases.contractId, contractId))
    .orderBy(asc(packagePurchases.grantSeq))
}
type ContractRow = typeof contracts.$inferSelect
type PurchaseRow = Awaited<ReturnType<typeof listPurchases>>[number]

/** The hours of a contract by their price, in the order in which the trigger of the ledger spends them. */
const listLots = (db: Database, contractId: string) =>
  db
    .select()
    .from(hourLots)
    .where(eq(hourLots.contractId, contractId))
    .orderBy(sql`${hourLots.unitPrice} = 0`, asc(hourLots.seq))
type LotRow = Awaited<ReturnType<typeof listLots>>[number]

type Refunding = { userId: string; now: Date }

/** A class as the page shows it. What is not free any more goes on, also where its cost would be forgiven. */
async function presentClass(
  db: Database,
  opened: OpenClass,
  { userId, now }: Refunding,
): Promise<{ shown: api.HeldClass; revision: number }> {
  const { view, own, facts, role } = opened
  const { id, courseDate, beginTimeSlot, endTimeSlot, revision } = view.invitation
  const hasBegun = whyNot('cancel', facts, actorsOf(role), now) !== undefined
  const { lostSessions, reason, freeUntil } = await quoteCancellation(db, opened, { actorId: userId, now })
  const isLate = lostSessions > 0 || reason === 'forgiven'
  return {
    shown: {
      ...{ id, courseDate, beginTimeSlot, endTimeSlot, coachName: view.coachName },
      hours: own?.heldSessions ?? 0,
      freeUntil: reason === 'early' ? freeUntil.toISOString() : null,
      lock: hasBegun ? 'BEGUN' : isLate ? 'LATE' : null,
    },
    revision,
  }
}

type Bound = { lots: readonly LotRow[]; bindsTerms: boolean; now: Date }

function presentPurchase(row: PurchaseRow, { lots, bindsTerms, now }: Bound): api.PurchaseToRefund {
  const { id, hours, method, paidAt, paidFen, backFen, refundedHours, refundedFen, grantSeq, expiryBefore } = row
  if (!paidAt || !method) throw new Error(`purchase ${id} brought hours and was not paid`)
  const expiredHours = lots.find(({ seq }) => seq === grantSeq)?.expiredHours ?? 0
  return {
    ...{ id, hours, paidFen, refundedHours, refundedFen, expiredHours, method },
    paidAt: paidAt.toISOString(),
    returnedFen: backFen - refundedFen,
    isBound: bindsTerms && row.isTaught && row.refundRule === 'FIRST_DAYS',
    expiryBefore,
    validUntil: addDays(dayOf(row.grantedAt), row.validDays),
    target: refundTargetAt({ method, paidAt }, now),
  }
}

/** What a refund goes by, of classes that the caller has read, or locked. */
async function readFacts(db: Database, contractId: string, classes: readonly OpenClass[], refunding: Refunding) {
  const { now } = refunding
  const found = await findOwnContract(db, contractId, refunding)
  const { contract, course, company, isCorrected: wasCorrected } = found
  // Who can not be taught any more gets back what is left, whatever was agreed.
  const bindsTerms = !course.delFlag && company.closedAt === null && contract.refundedAt === null
  const held: Awaited<ReturnType<typeof presentClass>>[] = []
  for (const one of classes) held.push(await presentClass(db, one, refunding))
  held.sort((a, b) => {
    const [one, other] = [a.shown, b.shown]
    return one.courseDate.localeCompare(other.courseDate) || one.beginTimeSlot - other.beginTimeSlot
  })
  const lots = await listLots(db, contractId)
  const purchases = await listPurchases(db, contract, refunding)
  const [{ consumed } = { consumed: 0 }] = await db
    .select({ consumed: sql<number>`coalesce(-sum(${lessonLedger.remainingChange}), 0)`.mapWith(Number) })
    .from(lessonLedger)
    .where(and(eq(lessonLedger.contractId, contractId), sql`${lessonLedger.kind} in ('CONSUME', 'REFUND')`))
  const { id, expiryDate, remainingSessions, heldSessions, refundedAt } = contract
  const facts = {
    contract: {
      ...{
        id,
        courseId: course.id,
        courseName: course.courseName,
        companyName: company.companyName,
        expiryDate,
        remainingSessions,
        heldSessions,
      },
      consumedSessions: consumed,
      refundedAt: refundedAt?.toISOString() ?? null,
      ...(wasCorrected && { isCorrected: true as const }),
    },
    classes: held.map(({ shown }) => shown),
    purchases: purchases.map((row) => presentPurchase(row, { lots, bindsTerms, now })),
    lots: lots.map(({ seq, leftHours }) => {
      const own = purchases.find(({ grantSeq, giftSeq }) => grantSeq === seq || giftSeq === seq)
      return { purchaseId: own?.id ?? null, isGift: own?.giftSeq === seq, leftHours }
    }),
  }
  const state = JSON.stringify([facts, held.map(({ revision }) => revision)])
  const preview: api.CourseRefundPreview = { ...facts, seen: createHash('sha256').update(state).digest('hex') }
  return { ...found, preview, purchases, lots }
}

/** What a refund would go by now. @throws ApiError contract_not_found */
export async function readPreview(
  db: Database,
  contractId: string,
  refunding: Refunding,
): Promise<api.CourseRefundPreview> {
  await findOwnContract(db, contractId, refunding)
  const classes: OpenClass[] = []
  for (const id of await listHeldIds(db, contractId)) {
    const found = await findClass(db, id, refunding.userId)
    if (found) classes.push(found)
  }
  return (await readFacts(db, contractId, classes, refunding)).preview
}

/** Takes hours out of a lot for good: no class can return them to it. */
async function takeFromLot(tx: Database, contractId: string, seq: number, hours: number): Promise<void> {
  if (hours === 0) return
  await tx
    .update(hourLots)
    .set({
      hours: sql`${hourLots.hours} - ${hours}::numeric`,
      leftHours: sql`${hourLots.leftHours} - ${hours}::numeric`,
    })
    .where(and(eq(hourLots.contractId, contractId), eq(hourLots.seq, seq)))
}

type Payback = {
  contractId: string
  hours: number
  amountFen: number
  reason: string
  actorId: string | null
  now: Date
}

/** Writes the row of the ledger for hours whose money goes back, or for gifts. @returns its number */
async function payBack(tx: Database, { contractId, hours, amountFen, reason, actorId, now }: Payback): Promise<number> {
  const isMoved = await moveHours(tx, {
    ...{ contractId, kind: 'PAYBACK', remainingChange: -hours, heldChange: 0, reason, now },
    ...{ invitationId: null, seatUserId: null, round: null, actorId, unitPrice: Math.round(amountFen / hours) },
  })
  if (!isMoved) throw new Error(`contract ${contractId} is locked, and yet has fewer hours than were read`)
  const [row] = await tx.select({ seq: contracts.seq }).from(contracts).where(eq(contracts.id, contractId))
  if (!row) throw new Error(`contract ${contractId} is gone`)
  return row.seq
}

/** ¥3,780 已退回储值卡，¥1,680 将原路退回. */
function waysText(back: readonly { target: RefundTarget; amountFen: number }[]): string {
  const ways = Object.keys(REFUND_WAYS) as (keyof typeof REFUND_WAYS)[]
  const sums = ways.map((way) => ({
    way,
    fen: back.reduce((sum, { target, amountFen }) => sum + (target === way ? amountFen : 0), 0),
  }))
  return sums.flatMap(({ way, fen }) => (fen > 0 ? [`¥${yuanOf(fen)} ${REFUND_WAYS[way]}`] : [])).join('，')
}

type Locked = Awaited<ReturnType<typeof readFacts>>
type Planned = Pick<CourseRefundPlan, 'back' | 'giftHours' | 'endsContract' | 'parts'>

/** `correction`: staff had entered the payment by mistake, so no money moves. It is the reason that people read. */
type How = Refunding & { expiryDate: Day; cancelledIds: readonly string[]; correction?: string }

/** Sends the money of each part back, and takes its hours out of their lots. */
async function giveBack(
  tx: Database,
  { preview, purchases }: Locked,
  { parts }: Planned,
  { refundId, now, correction }: How & { refundId: string },
) {
  const contractId = preview.contract.id
  const made: { part: Planned['parts'][number]; target: RefundTarget; id: string | null }[] = []
  for (const part of parts) {
    const row = purchases.find(({ id }) => id === part.purchaseId)
    const shown = preview.purchases.find(({ id }) => id === part.purchaseId)
    if (!row || !shown) throw new Error(`purchase ${part.purchaseId} was planned and is gone`)
    const isOld = shown.target === 'CARD' && shown.method !== ('CARD' satisfies OrderMethod)
    const refund =
      part.amountFen === 0
        ? null
        : await refundOrder(tx, {
            orderId: row.orderId,
            amountFen: part.amountFen,
            cause: `course-refund:${refundId}`,
            reason: correction ?? `退课 ${lessonHoursText(part.hours)} 课时`,
            target: correction ? 'CORRECTION' : isOld ? 'CARD' : 'SOURCE',
            issuesCard: isOld,
            now,
          })
    if (row.grantSeq !== null) await takeFromLot(tx, contractId, row.grantSeq, part.hours)
    if (row.giftSeq !== null) await takeFromLot(tx, contractId, row.giftSeq, part.giftHours)
    made.push({ part, target: shown.target, id: refund?.id ?? null })
  }
  return made
}

type Wish = Refunding & { contractId: string; cancelledIds: readonly string[]; amountFen: number; seen: string }

/**
 * Locks the person, the classes by id, what is forgiven, the contracts by id, then orders and cards, then what the classes hold. A purchase
 * that is paid meanwhile waits for the person, and a booking for the contract.
 */
export function refundContract(db: Database, wish: Wish): Promise<api.CourseRefund> {
  const { contractId, userId, now, amountFen, seen } = wish
  return db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const { contract } = await findOwnContract(tx, contractId, wish)
    const classes: OpenClass[] = []
    for (const id of await listHeldIds(tx, contractId)) classes.push(await openClass(tx, id, userId))
    await lockForgiveness(tx, contract.companyId, [userId])
    const holding = classes.flatMap(({ joined }) => joined.flatMap((seat) => seat.contractId ?? []))
    const contractIds = [contractId, ...holding]
    await lockContractsOfSeats(tx, { userIds: [userId], courseId: contract.courseId, contractIds })
    const locked = await readFacts(tx, contractId, classes, wish)
    const { preview } = locked
    const held = await listHeldIds(tx, contractId)
    const isWhole = String(held) === String(classes.map(({ view }) => view.invitation.id))
    if (!isWhole || preview.seen !== seen) throw new ApiError('course_refund_changed', { data: preview })

    const cancelled = preview.classes.filter(({ id, lock }) => lock === null && wish.cancelledIds.includes(id))
    const keptHours = sumHours(preview.classes) - sumHours(cancelled)
    const purchases = preview.purchases.map((one) => ({ ...one, paidAt: new Date(one.paidAt) }))
    const plan = courseRefundPlan(purchases, preview.lots, { keptHours, now })
    const refusal = whyNotRefundCourse(plan, preview.contract, dayOf(now))
    if (refusal) throw new ApiError(refusal, { data: preview })
    if (cancelled.length < wish.cancelledIds.length || plan.back.fen !== amountFen)
      throw new ApiError('course_refund_changed', { data: preview })
    const kept = preview.classes.filter((one) => !cancelled.includes(one))
    const expiryDate = expiryAfterRefund(plan, preview.purchases, {
      expiryDate: preview.contract.expiryDate,
      lastKeptDay: kept.at(-1)?.courseDate ?? null,
      today: dayOf(now),
    })
    return carryOut(tx, locked, plan, { userId, now, expiryDate, cancelledIds: cancelled.map(({ id }) => id) })
  })
}

const sumHours = (classes: readonly api.HeldClass[]) => classes.reduce((sum, { hours }) => sum + hours, 0)

/**
 * Takes the planned hours off the contract and sends their money back. All rows are locked.
 *
 * @returns the refund, and what became of the money of each part
 */
async function moveBack(tx: Database, locked: Locked, plan: Planned, how: How) {
  const { contract } = locked
  const { back, giftHours, endsContract } = plan
  const { userId, now, expiryDate, cancelledIds, correction } = how
  const reason = correction ?? '退课'
  const contractId = contract.id
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('course_refunds', 'id'))::text as id`,
  )
  const refundId = rows[0]?.id
  if (refundId === undefined) throw new Error('a sequence answers one row')
  const made = await giveBack(tx, locked, plan, { ...how, refundId })
  for (const id of [...cancelledIds].sort((a, b) => Number(BigInt(a) - BigInt(b))))
    await cancelAsPlayer(tx, { id, actorId: userId, now, seen: { lostSessions: 0 }, reason: '退课' })
  // What staff correct, the buyer did not do.
  const payer = { contractId, actorId: correction === undefined ? userId : null, now }
  const seq = await payBack(tx, { ...payer, hours: back.hours, amountFen: back.fen, reason })
  const giftSeq =
    giftHours > 0
      ? await payBack(tx, { ...payer, hours: giftHours, amountFen: 0, reason: `${reason}，赠送失效` })
      : null
  await tx.insert(courseRefunds).values({ id: refundId, contractId, seq, giftSeq, amountFen: back.fen, createdAt: now })
  await tx.insert(courseRefundParts).values(
    made.map(({ part: { purchaseId, hours, giftHours, amountFen }, id }) => ({
      ...{ courseRefundId: refundId, purchaseId, hours, giftHours, amountFen, refundId: id },
    })),
  )
  // Hours that were not bought here stay, and so does the contract.
  if (endsContract && contract.refundedAt === null)
    await tx.update(contracts).set({ refundedAt: now }).where(eq(contracts.id, contractId))
  if (expiryDate !== contract.expiryDate) await updateExpiry(tx, contractId, expiryDate)
  return { refundId, made }
}

/** What is said of the other hours whose days went with the bought ones. */
const restUntil = (expiryDate: Day) => `。其余课时有效期回到 ${formatDotDay(expiryDate)}`

/** Gives back what was agreed to, and tells player and club. All rows are locked. */
async function carryOut(tx: Database, locked: Locked, plan: Planned, how: How): Promise<api.CourseRefund> {
  const { contract, course, company, nickname } = locked
  const { back, giftHours } = plan
  const { userId, expiryDate } = how
  const contractId = contract.id
  const { refundId, made } = await moveBack(tx, locked, plan, how)
  const isEarlier = expiryDate !== contract.expiryDate
  const what = `${course.courseName} ${lessonHoursText(back.hours)} 课时`
  const parts = made.map(({ part: { purchaseId, hours, amountFen }, target }) => ({
    ...{ purchaseId, hours, amountFen, target },
  }))
  const lapsed = giftHours > 0 ? `。赠送的 ${lessonHoursText(giftHours)} 课时失效` : ''
  await notify(tx, {
    ...{ receiverIds: [userId], senderId: null, category: 'classNotice', title: '退课成功' },
    content: `${what}，${waysText(parts)}${lapsed}${isEarlier ? restUntil(expiryDate) : ''}`,
    about: { kind: 'contract', id: contractId },
  })
  await notify(tx, {
    ...{ receiverIds: [company.adminId], senderId: userId, category: 'systemNotice', title: '学员退课' },
    content: `${nickname} 退了 ${what}，¥${yuanOf(back.fen)}`,
    about: { kind: 'company', id: company.id },
  })
  return { id: refundId, hours: back.hours, giftHours, amountFen: back.fen, parts }
}

/** The last day of a class that holds hours of a contract. */
async function findLastHeldDay(db: Database, contractId: string): Promise<Day | null> {
  const [row] = await db
    .select({ day: sql<Day | null>`max(${invitations.courseDate})` })
    .from(seats)
    .innerJoin(invitations, eq(invitations.id, seats.invitationId))
    .where(and(eq(seats.contractId, contractId), gt(seats.heldSessions, 0)))
  return row?.day ?? null
}

/** The hours and gifts of a bought package stand in lots of their contract. */
const isOfPurchase = and(
  eq(hourLots.contractId, packagePurchases.contractId),
  or(eq(hourLots.seq, packagePurchases.grantSeq), eq(hourLots.seq, packagePurchases.giftSeq)),
)

/** Whether hours of a bought package were used, or classes hold some of them: what is free does not cover them. */
export const isPurchaseUsed: CorrectableEffect['isUsed'] = async (db, order) => {
  const { remainingSessions, heldSessions } = contracts
  const [row] = await db
    .select({
      isWhole: sql<boolean>`bool_and(${hourLots.leftHours} = ${hourLots.hours})
        and min(${remainingSessions} - ${heldSessions}) >= sum(${hourLots.hours})`,
    })
    .from(packagePurchases)
    .innerJoin(contracts, eq(contracts.id, packagePurchases.contractId))
    .innerJoin(hourLots, isOfPurchase)
    .where(eq(packagePurchases.id, order.objectId))
  return row?.isWhole !== true
}

/**
 * Takes bought hours off their contract whose payment staff had entered by mistake. Locks as refundContract does, without
 * classes.
 */
export const takeBackPurchase: CorrectableEffect['takeBack'] = async (tx, order, { now }) => {
  const refunding = { userId: order.userId, now }
  const [{ contractId } = { contractId: null }] = await tx
    .select({ contractId: packagePurchases.contractId })
    .from(packagePurchases)
    .where(eq(packagePurchases.id, order.objectId))
  if (contractId === null) return undefined
  const { contract: seen } = await findOwnContract(tx, contractId, refunding)
  await lockContractsOfSeats(tx, { userIds: [order.userId], courseId: seen.courseId, contractIds: [contractId] })
  const locked = await readFacts(tx, contractId, [], refunding)
  const { contract, course, company, nickname, purchases } = locked
  const purchase = purchases.find(({ id }) => id === order.objectId)
  const own = locked.lots.filter(({ seq }) => seq === purchase?.grantSeq || seq === purchase?.giftSeq)
  const sum = own.reduce((total, { hours }) => total + hours, 0)
  if (!purchase || (await isPurchaseUsed(tx, order, now))) return undefined

  const { hours } = purchase
  const giftHours = sum - hours
  const plan = {
    back: { hours, fen: order.amountFen },
    giftHours,
    endsContract: contract.remainingSessions === sum,
    parts: [{ purchaseId: purchase.id, hours, giftHours, amountFen: order.amountFen }],
  }
  const expiryDate = expiryAfterRefund(plan, locked.preview.purchases, {
    expiryDate: contract.expiryDate,
    lastKeptDay: await findLastHeldDay(tx, contractId),
    today: dayOf(now),
  })
  await moveBack(tx, locked, plan, { ...refunding, expiryDate, cancelledIds: [], correction: CORRECTION_REASON })
  await notify(tx, {
    ...{ receiverIds: [company.adminId], senderId: order.userId, category: 'systemNotice', title: '售出的课包已冲正' },
    content: `${nickname} 的 ${course.courseName} ${lessonHoursText(sum)} 课时已收回，¥${yuanOf(order.amountFen)} 没有收到：${CORRECTION_REASON}`,
    about: { kind: 'company', id: company.id },
  })
  return plan.endsContract || expiryDate === contract.expiryDate ? '' : restUntil(expiryDate)
}

export default plugin([
  handle(api.previewCourseRefund, ({ params: { id }, user, db, now }) => readPreview(db, id, { userId: user.id, now })),

  handle(api.refundCourse, ({ params: { id: contractId }, body, user: { id: userId }, db, now }) =>
    refundContract(db, { ...body, contractId, userId, now }),
  ),
])
