import { RUNNING_OUT } from '@paidang/domain/areas/money/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { packageToPropose } from '@paidang/domain/areas/money/contracts/package'
import { whyCapped } from '@paidang/domain/areas/money/contracts/purchase-caps'
import { addDays, type Day, dayOf, instantOf } from '@paidang/domain/kernel/day'
import type { Features } from '@paidang/domain/kernel/features'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { companies, courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { packages, packageVersions, renewalReminders } from '../../../tables/packages.ts'
import { type MessageObject, notify } from '../../ground/messages/notify.ts'
import { capsOf, findCaps } from './caps.ts'

/** The package that fits who goes on with a course: the next above the last one bought, of those within the club's caps for every buyer. Undefined: none. */
async function fittingPackage(
  db: Database,
  { userId, courseId, companyId }: { userId: string; courseId: string; companyId: string },
) {
  const { hours, giftHours, priceFen, validDays, refundRule, version } = packageVersions
  const sold = await db
    .select({ id: packages.id, version, hours, giftHours, priceFen, validDays, refundRule })
    .from(packages)
    .innerJoin(packageVersions, and(eq(packageVersions.packageId, packages.id), eq(version, packages.version)))
    .innerJoin(courses, and(eq(courses.id, packages.courseId), eq(courses.delFlag, false)))
    .innerJoin(companies, and(eq(companies.id, packages.companyId), isNull(companies.closedAt)))
    .where(and(eq(packages.courseId, courseId), eq(packageVersions.isOnSale, true)))
    .orderBy(hours, priceFen, packages.id)
    .limit(50)
  const { rows } = await db.execute<{ hours: number; minor: boolean }>(sql`
    select v.hours, p.is_for_minor as minor from package_purchases p
    join ${packages} k on k.id = p.package_id and k.course_id = ${courseId}
    join ${packageVersions} v on v.package_id = p.package_id and v.version = p.version
    where p.user_id = ${userId} and p.contract_id is not null order by p.id desc limit 1`)
  const { buyer } = capsOf(await findCaps(db, companyId))
  const nothing = { hours: 0, fen: 0 }
  const room = { caps: { buyer, minor: null }, bought: { all: nothing, minor: nothing } }
  const within = sold.filter((one) => whyCapped(one, rows[0]?.minor ?? false, room) === undefined)
  return packageToPropose(within, rows[0]?.hours ?? null)
}

/** A job that names packages where the deployment sells them. */
export type SellingJob = JobContext & { features: Features }

/** What a message about hours that run out offers: ，续课可选 20 课时 ¥7,600, and the page to which it leads. */
export async function renewalOffer(
  db: Database,
  contract: { id: string; userId: string; courseId: string; companyId: string; refundedAt: Date | null },
  { packages: sellsHours }: Features,
): Promise<{ fitting: Awaited<ReturnType<typeof fittingPackage>>; words: string; about: MessageObject }> {
  const own = { kind: 'contract', id: contract.id } as const
  // Who paid back goes on with nothing: what is left is money.
  if (contract.refundedAt) return { fitting: undefined, words: '，合同已退课，到期前可再退课取回', about: own }
  const fitting = sellsHours ? await fittingPackage(db, contract) : undefined
  return {
    fitting,
    words: fitting ? `，续课可选 ${fitting.hours} 课时 ¥${yuanOf(fitting.priceFen)}` : '',
    about: fitting ? { kind: 'package', id: contract.courseId } : own,
  }
}

type Reminder = { contractId: string; sentBy: string | null; now: Date }

/** Records a reminder of a contract. The key makes it one a day. @returns whether this call recorded it */
export async function insertReminder(tx: Database, { contractId, sentBy, now }: Reminder): Promise<boolean> {
  const rows = await tx
    .insert(renewalReminders)
    .values({ contractId, day: dayOf(now), sentBy, createdAt: now })
    .onConflictDoNothing()
    .returning({ day: renewalReminders.day })
  return rows.length > 0
}

/** A class is counted within two days after it; one more is for a product that stood still. */
const LOOKS_BACK_DAYS = 3

/**
 * Contracts whose hours ran low by a class of these days, by id. The product reminds once for what was granted last; a
 * student without an account reads no message.
 */
async function listRunLow(
  db: Database,
  { today, afterId, limit }: { today: Day; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct c.id::text as id, c.id as number from ${lessonLedger} l join ${contracts} c on c.id = l.contract_id
    join ${users} u on u.id = c.user_id and not u.unclaimed
    where l.kind = 'CONSUME' and l.created_at >= ${instantOf(addDays(today, -LOOKS_BACK_DAYS), 0)}
      and c.remaining_sessions - c.held_sessions < ${RUNNING_OUT.sessions} and c.expiry_date >= ${today}::date and c.refunded_at is null
      and c.id > ${afterId}::bigint and not exists (
        select 1 from ${renewalReminders} r where r.contract_id = c.id and r.sent_by is null and r.created_at >= (
          select max(g.created_at) from ${lessonLedger} g where g.contract_id = c.id and g.kind = 'GRANT'))
    order by number limit ${limit}`)
  return rows
}

async function remindOfContract(
  db: Database,
  { contractId, features, now }: { contractId: string; features: Features; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await insertReminder(tx, { contractId, sentBy: null, now }))) return
    const [contract] = await tx
      .select({ contract: contracts, courseName: courses.courseName })
      .from(contracts)
      .innerJoin(courses, eq(courses.id, contracts.courseId))
      .where(eq(contracts.id, contractId))
    if (!contract) throw new Error(`contract ${contractId} vanished inside its transaction`)
    const { userId, remainingSessions, heldSessions } = contract.contract
    const { words, about } = await renewalOffer(tx, contract.contract, features)
    const left = lessonHoursText(remainingSessions - heldSessions)
    await notify(tx, {
      ...{ senderId: null, category: 'classNotice', about, receiverIds: [userId] },
      title: '课时快用完了',
      content: `${contract.courseName} 可用 ${left} 课时${words}`,
    })
  })
}

/** Reminds students whose hours ran low by a class, with the package that fits. Source: decision record 075 */
export async function remindOfHours({ db, features, now, signal, onFault }: SellingJob): Promise<void> {
  const today = dayOf(now)
  await processEach({
    what: 'remind of the hours of contract',
    list: (page) => listRunLow(db, { today, ...page }),
    each: ({ id }) => remindOfContract(db, { contractId: id, features, now }),
    signal,
    onFault,
  })
}
