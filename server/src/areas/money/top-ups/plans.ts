import * as api from '@paidang/api/areas/money/admin-top-ups'
import { topUpPlans as plansOnSale } from '@paidang/api/areas/money/cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { type CardMoney, whyNotPlan } from '@paidang/domain/areas/money/cards/stored-card'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { and, asc, desc, eq, ne } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { topUpPlans } from '../../../tables/cards.ts'
import { listAuditEventsAbout, recordAuditEvent } from '../../ground/audit-log/audit-log.ts'

type PlanRow = typeof topUpPlans.$inferSelect

function presentPlan({ createdAt, ...plan }: PlanRow): api.ManagedPlan {
  return { ...plan, createTime: createdAt.toISOString() }
}

/** @throws ApiError top_up_plan_not_found */
async function readPlan(db: Database, id: string): Promise<api.PlanDetail> {
  const [plan] = await db.select().from(topUpPlans).where(eq(topUpPlans.id, id))
  if (!plan) throw new ApiError('top_up_plan_not_found')
  return { ...presentPlan(plan), auditEvents: await listAuditEventsAbout(db, { kind: 'top-up-plan', id }) }
}

type PlanForm = CardMoney & { isOnSale: boolean }

/** Refuses amounts that nobody can be offered. Of two operators who add the same amount the key refuses one. */
async function assertSellable(tx: Database, { principalFen, giftFen, isOnSale }: PlanForm, id?: string): Promise<void> {
  const refusal = whyNotPlan({ principalFen, giftFen })
  if (refusal) throw new ApiError(refusal)
  const isOther = id === undefined ? undefined : ne(topUpPlans.id, id)
  const isSame = and(eq(topUpPlans.principalFen, principalFen), eq(topUpPlans.isOnSale, true), isOther)
  if (isOnSale && (await tx.$count(topUpPlans, isSame)) > 0) throw new ApiError('top_up_plan_taken')
}

/** A plan in the audit log, as in 充 ¥500 赠 ¥20，在售. */
const textOf = ({ principalFen, giftFen, isOnSale }: PlanForm) =>
  `充 ¥${yuanOf(principalFen)} 赠 ¥${yuanOf(giftFen)}，${isOnSale ? '在售' : '停售'}`

export default plugin([
  handle(plansOnSale, async ({ db }) => {
    const { id, principalFen, giftFen } = topUpPlans
    return db
      .select({ id, principalFen, giftFen })
      .from(topUpPlans)
      .where(eq(topUpPlans.isOnSale, true))
      .orderBy(asc(principalFen))
  }),

  handle(api.queryPlans, ({ query, db }) =>
    pageOf(db, db.select().from(topUpPlans).$dynamic(), {
      where: query.isOnSale === undefined ? undefined : eq(topUpPlans.isOnSale, query.isOnSale),
      order: [desc(topUpPlans.isOnSale), asc(topUpPlans.principalFen), asc(topUpPlans.id)],
      query,
      present: presentPlan,
    }),
  ),

  handle(api.readPlan, ({ params: { id }, db }) => readPlan(db, id)),

  handle(api.createPlan, ({ body: plan, staff, db, now }) =>
    db.transaction(async (tx) => {
      await assertSellable(tx, plan)
      const [row] = await tx
        .insert(topUpPlans)
        .values({ ...plan, createdAt: now })
        .returning({ id: topUpPlans.id })
      if (!row) throw new Error('insert returned no row')
      const summary = `新建充值方案：${textOf(plan)}`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'top-up-plan.create', objectId: row.id, summary, now })
      return readPlan(tx, row.id)
    }),
  ),

  // An order that waits for its payment keeps the amounts with which it was made.
  handle(api.updatePlan, ({ params: { id }, body: { principalFen, giftFen, isOnSale }, staff, db, now }) =>
    db.transaction(async (tx) => {
      const [before] = await tx.select().from(topUpPlans).where(eq(topUpPlans.id, id)).for('no key update')
      if (!before) throw new ApiError('top_up_plan_not_found')
      const plan = { principalFen, giftFen, isOnSale }
      if (textOf(before) !== textOf(plan)) {
        await assertSellable(tx, plan, id)
        await tx.update(topUpPlans).set(plan).where(eq(topUpPlans.id, id))
        const summary = `修改充值方案：${textOf(before)} → ${textOf(plan)}`
        await recordAuditEvent(tx, { actorId: staff.id, action: 'top-up-plan.edit', objectId: id, summary, now })
      }
      return readPlan(tx, id)
    }),
  ),
])
