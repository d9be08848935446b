import type { PackageTerms } from '@paidang/domain/areas/money/contracts/package'
import { eq } from 'drizzle-orm'
import { readPreview, refundContract } from '../areas/activities/course-refunds/course-refunds.ts'
import { packageEffect } from '../areas/money/packages/buy.ts'
import type { Database } from '../db/database.ts'
import { packagePurchases, packages, packageVersions } from '../tables/packages.ts'
import { orderLines, orders, payments } from '../tables/payments.ts'
import { only, TEST_NOW } from './builders.ts'

/** Adds a package on sale: 20 hours and 1 gift for ¥7,600, valid for 270 days. @returns its id */
export async function givenPackage(
  db: Database,
  {
    companyId,
    courseId,
    madeBy,
    ...over
  }: Record<'companyId' | 'courseId' | 'madeBy', string> & Partial<PackageTerms & { isOnSale: boolean }>,
): Promise<string> {
  return db.transaction(async (tx) => {
    const made = { companyId, courseId, version: 1, createdAt: TEST_NOW }
    const { id: packageId } = only(await tx.insert(packages).values(made).returning({ id: packages.id }))
    const terms = { hours: 20, giftHours: 1, priceFen: 760_000, validDays: 270, isOnSale: true, ...over }
    await tx.insert(packageVersions).values({ packageId, version: 1, ...terms, madeBy, createdAt: TEST_NOW })
    return packageId
  })
}

/** Adds a purchase of a package that was paid at TEST_NOW through the simulator, under caps or none. @returns its id */
export async function givenPurchase(
  db: Database,
  { userId, packageId, capsVersion = null }: { userId: string; packageId: string; capsVersion?: number | null },
): Promise<string> {
  return db.transaction(async (tx) => {
    const [terms] = await tx.select().from(packageVersions).where(eq(packageVersions.packageId, packageId))
    if (!terms) throw new Error('there is no such package')
    const bought = { userId, packageId, version: terms.version, capsVersion, createdAt: TEST_NOW }
    const { id } = only(await tx.insert(packagePurchases).values(bought).returning({ id: packagePurchases.id }))
    const at = { expiresAt: TEST_NOW, paidAt: TEST_NOW, createdAt: TEST_NOW }
    const face = { userId, kind: 'COURSE' as const, objectId: id, title: '课包', amountFen: terms.priceFen }
    const order = only(
      await tx
        .insert(orders)
        .values({ ...face, ...at, state: 'PAID', method: 'WECHAT' })
        .returning(),
    )
    const line = { label: '课时', quantity: terms.hours, unitFen: terms.priceFen / terms.hours }
    await tx.insert(orderLines).values({ orderId: order.id, position: 0, ...line })
    await tx.insert(payments).values({
      orderId: order.id,
      provider: 'SIMULATOR',
      outTradeNo: `given${order.id}`,
      transactionId: `given${order.id}`,
      channel: 'NATIVE',
      state: 'SETTLED',
      amountFen: terms.priceFen,
      receivedFen: terms.priceFen,
      settledAt: TEST_NOW,
      createdAt: TEST_NOW,
    })
    await packageEffect.paid(tx, order, TEST_NOW)
    return id
  })
}

/** What the buyer of a purchase sees before a refund of its contract: its contract, and the name of that state. */
export async function givenBought(db: Database, userId: string, purchaseId: string) {
  const isIt = eq(packagePurchases.id, purchaseId)
  const { contractId } = only(
    await db.select({ contractId: packagePurchases.contractId }).from(packagePurchases).where(isIt),
  )
  if (contractId === null) throw new Error('the purchase was not paid')
  return { contractId, seen: (await readPreview(db, contractId, { userId, now: TEST_NOW })).seen }
}

/** Pays a purchase back, of which nothing was used. @returns the contract */
export async function givenCourseRefund(db: Database, userId: string, purchaseId: string): Promise<string> {
  const bought = await givenBought(db, userId, purchaseId)
  await refundContract(db, { ...bought, userId, cancelledIds: [], amountFen: 760_000, now: TEST_NOW })
  return bought.contractId
}
