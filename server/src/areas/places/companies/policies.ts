import * as api from '@paidang/api/areas/places/policies'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  type Policy,
  policyFacts,
  whyNotPolicy,
  withTiersInOrder,
} from '@paidang/domain/areas/activities/classes/policy'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { companies, courses, policyVersions } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { notify } from '../../ground/messages/notify.ts'
import { listMembers } from './companies.ts'
import { lockOwnCompany } from './lock-own-company.ts'

/** More than a company has. */
const MAX_VERSIONS = 1_000

/** The policies of a company, its own first, then those of its courses that are no trial lessons. */
export async function readPolicies(db: Database, companyId: string): Promise<api.ManagedPolicies> {
  const { freeCancelHours, forgivenLateCancels } = companies
  const [rule] = await db
    .select({ freeCancelHours, forgivenLateCancels })
    .from(companies)
    .where(eq(companies.id, companyId))
  if (!rule) throw new Error(`company ${companyId} is gone`)
  const { version, terms, createdAt } = policyVersions
  const rows = await db
    .select({ courseId: policyVersions.courseId, version, terms, createdAt, madeBy: users.nickname })
    .from(policyVersions)
    .innerJoin(users, eq(users.id, policyVersions.madeBy))
    .where(eq(policyVersions.companyId, companyId))
    .orderBy(desc(policyVersions.id))
    .limit(MAX_VERSIONS)
  const offered = await db
    .select({ courseId: courses.id, courseName: courses.courseName })
    .from(courses)
    .where(isOfferedBy(companyId))
    .orderBy(sql`${courses.courseName} collate "zh-x-icu"`, courses.id)
  const policies = [{ courseId: null, courseName: null }, ...offered].map((of) => {
    const own = rows.filter(({ courseId }) => courseId === of.courseId)
    const versions = own.map(({ courseId: _, createdAt, ...row }) => ({ ...row, createTime: createdAt.toISOString() }))
    return { ...of, version: own[0]?.version ?? 0, terms: own[0]?.terms ?? null, versions }
  })
  return { rule, policies }
}

const isOfferedBy = (companyId: string) =>
  and(eq(courses.companyId, companyId), eq(courses.delFlag, false), eq(courses.isTrial, false))

/** Keys and tiers in one order, so that the same terms compare as equal. */
const termsOf = (policy: Policy): Policy => {
  const { tiers, percents, forgiven, coachAbsentHalves } = withTiersInOrder(policy)
  const { late, absent, leave } = percents
  const counted = ({ times, days }: Policy['forgiven']['cancel']) => ({ times, days })
  return {
    tiers: tiers.map(({ hours, percent }) => ({ hours, percent })),
    percents: { late, absent, leave },
    forgiven: {
      cancel: counted(forgiven.cancel),
      late: counted(forgiven.late),
      absent: counted(forgiven.absent),
      leave: counted(forgiven.leave),
    },
    coachAbsentHalves,
  }
}
const asText = (terms: Policy | null) => JSON.stringify(terms && termsOf(terms))

/** Versions of a company are made one after the other, under its lock. Its coaches are told. */
function changePolicy({
  body: { courseId, version: seen, ...body },
  admin,
  db,
  now,
}: Handled<typeof api.changePolicy>) {
  const terms = body.terms && termsOf(body.terms)
  const refusal = terms && whyNotPolicy(terms)
  if (refusal) throw new ApiError(refusal)
  return db.transaction(async (tx) => {
    const { id: companyId, companyName } = await lockOwnCompany(tx, admin.companyId, admin.id)
    const present = await readPolicies(tx, companyId)
    const before = present.policies.find((one) => one.courseId === courseId)
    if (!before) throw new ApiError('course_not_found')
    if (asText(before.terms) === asText(terms)) return present
    if (before.version !== seen) throw new ApiError('policy_changed', { data: present })
    const made = { companyId, courseId, version: seen + 1, terms }
    await tx.insert(policyVersions).values({ ...made, madeBy: admin.id, createdAt: now })
    const rule = terms ? policyFacts(terms)[0]?.value : courseId === null ? '改回基本规则' : '改按公司规则'
    await notify(tx, {
      receiverIds: (await listMembers(tx, companyId)).map(({ id }) => id),
      senderId: admin.id,
      category: 'systemNotice',
      title: '取消规则已更改',
      content: `${before.courseName ?? companyName}：${rule}；已有约课仍按原规则`,
      about: { kind: 'company', id: companyId },
    })
    return readPolicies(tx, companyId)
  })
}

export default plugin([
  handle(api.managedPolicies, ({ admin: { companyId }, db }) => readPolicies(db, companyId)),

  handle(api.changePolicy, changePolicy),
])
