import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import type { Call } from '@paidang/api/client'
import type { WaitingKind } from '@paidang/domain/kernel/waiting'
import { recordAuditEvent } from '../areas/ground/audit-log/audit-log.ts'
import { hashOfToken } from '../areas/people/auth/sessions.ts'
import type { Database } from '../db/database.ts'
import { jobFailures, jobStates } from '../db/machinery-tables.ts'
import { analyticsSessions } from '../tables/analytics.ts'
import { passwordRequests } from '../tables/auth.ts'
import { contentSubmissions } from '../tables/content.ts'
import { invariantRuns } from '../tables/operations.ts'
import { reports } from '../tables/reports.ts'
import { coachVenues } from '../tables/venues.ts'
import { givenVenue, only, TEST_NOW } from './builders.ts'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

/** Adds a coach's request to teach at a venue. @returns the request's id */
export async function givenRequest(db: Database, coachId: string, venueId: string): Promise<string> {
  const request = { coachId, venueId, approveStatus: 0, createdAt: TEST_NOW }
  return only(await db.insert(coachVenues).values(request).returning({ id: coachVenues.id })).id
}

/** Adds a pending venue that a coach created and manages. @returns its id */
export async function givenNewVenue(
  db: Database,
  { createdBy, ...over }: { createdBy: string; name?: string; city?: string; address?: string; phone?: string },
): Promise<string> {
  const added = { approveStatus: 0, createdBy, createdAt: TEST_NOW, managerIds: [createdBy], ...over }
  return (await givenVenue(db, added)).venueId
}

/** Adds a report, by default of somebody's profile. @returns the report's id */
export async function givenReport(
  db: Database,
  over: New<typeof reports> & { reporterId: string; ownerId: string },
): Promise<string> {
  const content = { nickname: '加微信领课', avatar: null, description: '', nicePhotos: [], card: null }
  const report = { kind: 'user' as const, objectId: over.ownerId, reason: 'advert' as const, createdAt: TEST_NOW }
  const row = { ...report, content, ...over }
  return only(await db.insert(reports).values(row).returning({ id: reports.id })).id
}

/** Adds somebody's request for a new password, with these overrides. @returns the request's id */
export async function givenPasswordRequest(
  db: Database,
  over: New<typeof passwordRequests> & { userId: string },
): Promise<string> {
  const request = { account: 'player', contact: '13800000001', proof: '上周六约过王教练的课', createdAt: TEST_NOW }
  return only(
    await db
      .insert(passwordRequests)
      .values({ ...request, ...over })
      .returning({ id: passwordRequests.id }),
  ).id
}

/** Adds content to review, by default a pending nickname. @returns its id */
export async function givenContent(
  db: Database,
  over: New<typeof contentSubmissions> & { authorId: string },
): Promise<string> {
  const content = { kind: 'user' as const, field: 'nickname', value: '新的昵称', createdAt: TEST_NOW }
  const row = { ...content, objectId: over.authorId, ...over }
  return only(await db.insert(contentSubmissions).values(row).returning({ id: contentSubmissions.id })).id
}

/**
 * What waits for an operator in the fixture world. The loner has a new venue. The outsider has a request where nobody
 * decides. There are a report, the owner's request for a new password, and the student's new nickname.
 */
type GivenApprovals = {
  newVenueId: string
  associationId: string
  reportId: string
  passwordRequestId: string
  contentId: string
}

/** Adds these items for people of the fixture world. */
export async function givenApprovals(
  db: Database,
  people: Record<'loner' | 'outsider' | 'stranger' | 'student' | 'owner', string>,
): Promise<GivenApprovals> {
  const { loner, outsider, stranger, student, owner } = people
  const { venueId } = await givenVenue(db, { name: '无人管理的球馆' })
  return {
    newVenueId: await givenNewVenue(db, { createdBy: loner }),
    associationId: await givenRequest(db, outsider, venueId),
    reportId: await givenReport(db, { reporterId: stranger, ownerId: student }),
    passwordRequestId: await givenPasswordRequest(db, { userId: owner }),
    contentId: await givenContent(db, { authorId: student }),
  }
}

/** How many things of a kind wait in the operators' inbox. */
export async function waitingOf(operator: Call, kind: WaitingKind): Promise<number> {
  const { counts } = await operator(readInbox, { query: {} })
  return counts.find((one) => one.kind === kind)?.waiting ?? 0
}

/** What operators look after: a failed job, and a check that found one broken rule. */
type GivenOperations = { jobFailureId: string; checkId: string }

/** Adds such a job and such a check. */
export async function givenOperations(db: Database): Promise<GivenOperations> {
  await db.insert(jobStates).values({ name: 'cleanup-outbox', begunAt: TEST_NOW, failedAt: TEST_NOW })
  const at = { firstAt: TEST_NOW, lastAt: TEST_NOW }
  const failure = await db
    .insert(jobFailures)
    .values({ name: 'cleanup-outbox', error: 'out of order', ...at })
    .returning({ id: jobFailures.id })
  const finding = { name: 'T3', severity: 'fault' as const, holds: 'it holds', verdict: 'broken' as const }
  const check = await db
    .insert(invariantRuns)
    .values({
      begunAt: TEST_NOW,
      seenAt: TEST_NOW,
      endedAt: TEST_NOW,
      total: 1,
      checked: 1,
      broken: 1,
      findings: [{ ...finding, count: 1, ids: ['7'], error: null, tookMs: 3 }],
    })
    .returning({ id: invariantRuns.id })
  return { jobFailureId: only(failure).id, checkId: only(check).id }
}

/** A ticket for a link into the console that nobody has used yet. */
export const ANALYTICS_TICKET = 'the ticket of the fixture world'

/** Adds an audit event of an operator. */
export async function givenAuditEvent(
  db: Database,
  { actorId, objectId }: { actorId: string; objectId: string },
): Promise<void> {
  await recordAuditEvent(db, { actorId, action: 'venue.approve', objectId, summary: '通过场馆', now: TEST_NOW })
}

/** Adds a console session that the admin of a company opened from one of their log-ins. */
export async function givenAnalyticsSession(
  db: Database,
  came: { userId: string; companyId: string; loginSessionId: string },
): Promise<void> {
  const at = { createdAt: TEST_NOW, enteredAt: TEST_NOW, ticketExpiresAt: TEST_NOW }
  await db.insert(analyticsSessions).values({ ...came, ticketHash: `ticket of login ${came.loginSessionId}`, ...at })
}

/** Adds an unused console link of a company's admin. */
export async function givenAnalyticsTicket(
  db: Database,
  made: { userId: string; companyId: string; loginSessionId: string },
): Promise<void> {
  const ticketExpiresAt = new Date(TEST_NOW.getTime() + 60_000)
  await db.insert(analyticsSessions).values({ ...made, ticketHash: hashOfToken(ANALYTICS_TICKET), ticketExpiresAt })
}
