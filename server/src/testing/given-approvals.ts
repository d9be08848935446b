import { readInbox } from '@paidang/api/areas/admin-approvals'
import type { Call } from '@paidang/api/client'
import type { WaitingKind } from '@paidang/domain/kernel/waiting'
import type { Database } from '../db/database.ts'
import { passwordRequests } from '../tables/auth.ts'
import { contentSubmissions } from '../tables/content.ts'
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
export type GivenApprovals = {
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
