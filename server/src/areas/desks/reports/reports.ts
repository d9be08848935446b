import * as api from '@paidang/api/areas/desks/admin-reports'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import {
  arePartsOf,
  REPORT_PART_NAMES,
  REPORT_PARTS,
  type ReportKind,
  type ReportPart,
} from '@paidang/domain/areas/desks/reports/report'
import type { RevisedTable } from '@paidang/domain/kernel/revision'
import { and, asc, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { lockRevised, outdated } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { users } from '../../../tables/identities.ts'
import {
  type BallContent,
  isFirstOfGroup,
  type ProfileContent,
  type ReportRow,
  reports,
} from '../../../tables/reports.ts'
import { clearTexts } from '../../activities/balls/texts.ts'
import { readDecider, recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { notify } from '../../ground/messages/notify.ts'
import { clearProfile } from '../../people/profile/profile-row.ts'
import { dropCard } from '../../views/business-cards/card.ts'
import { findBallContent, findProfileContent } from './reported-content.ts'

/** The tables of reported objects. Their rows have a revision. */
const REPORTED_TABLES = { user: 'users', ball: 'ball_games' } as const satisfies Record<ReportKind, RevisedTable>

/** A reported object. */
type Reported = Pick<ReportRow, 'kind' | 'objectId'>

const ofThing = ({ kind, objectId }: Reported) => and(eq(reports.kind, kind), eq(reports.objectId, objectId))

/** Reports with the owner of their object, and the number of reports that wait or were decided together. */
function selectReports(db: Database) {
  const { id, nickname, avatar } = users
  const reportCount = sql<number>`(
    select count(*) from ${reports} o
    where o.kind = ${reports}.kind and o.object_id = ${reports}.object_id
      and o.decided_at is not distinct from ${reports}.decided_at)`.mapWith(Number)
  return db
    .select({ report: reports, owner: { id, nickname, avatar }, reportCount })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.ownerId))
    .$dynamic()
}

/** A report that represents its group. */
type ReportOfThing = Awaited<ReturnType<typeof selectReports>>[number]

/** A reported object as a row of the list. */
function present({ report, owner, reportCount }: ReportOfThing): Data<typeof api.listReports>[number] {
  const { id, kind, objectId, content, state, reason, createdAt } = report
  const name = 'nickname' in content ? content.nickname : content.title
  return { id, kind, objectId, name, owner, state, reason, reportCount, createTime: createdAt.toISOString() }
}

/** @throws ApiError report_not_found */
async function findReport(db: Database, id: string): Promise<ReportOfThing> {
  const [row] = await selectReports(db).where(eq(reports.id, id))
  if (!row) throw new ApiError('report_not_found')
  return row
}

/**
 * All reports that wait together with this one, or were decided with it, with their reporters. The first report comes
 * first.
 */
async function listTogether(db: Database, { kind, objectId, decidedAt }: ReportRow) {
  const { id, nickname, avatar } = users
  return db
    .select({ report: reports, reporter: { id, nickname, avatar } })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reporterId))
    .where(and(ofThing({ kind, objectId }), sql`${reports.decidedAt} is not distinct from ${decidedAt}`))
    .orderBy(asc(reports.id))
}

/** The revision of a reported object; 0 for one that is gone. */
async function readRevision(db: Database, { kind, objectId }: Reported): Promise<number> {
  const { rows } = await db.execute<{ revision: number }>(
    sql`select revision from ${sql.identifier(REPORTED_TABLES[kind])} where id = ${objectId}`,
  )
  return rows[0]?.revision ?? 0
}

/** Counts how often content of a person was removed, without this decision. Reports decided together count once. */
async function countRemovals(db: Database, { ownerId, decidedAt }: ReportRow): Promise<number> {
  const isOther = sql`${reports.decidedAt} is distinct from ${decidedAt}`
  const [row] = await db
    .select({ removals: sql<number>`count(distinct ${reports.decidedAt})`.mapWith(Number) })
    .from(reports)
    .where(and(eq(reports.ownerId, ownerId), eq(reports.state, 'REMOVED'), isOther))
  return row?.removals ?? 0
}

function contentOf({ kind }: ReportRow, content: ReportRow['content'] | undefined): api.ReportEvidence['present'] {
  return {
    profile: kind === 'user' && content ? (content as ProfileContent) : null,
    ball: kind === 'ball' && content ? (content as BallContent) : null,
  }
}

/**
 * A reported object with its current content. It has all its reports with the content at the time of each.
 *
 * @throws ApiError report_not_found
 */
async function readReport(db: Database, id: string): Promise<api.ReportEvidence> {
  const row = await findReport(db, id)
  const together = await listTogether(db, row.report)
  const first = together[0]?.report ?? row.report
  const { decidedAt, verdict, parts } = row.report
  // The revision is read first: content that changes in between is newer than its revision, and the verdict is refused.
  const revision = together.length + (await readRevision(db, first))
  const found = await (first.kind === 'user' ? findProfileContent : findBallContent)(db, first.objectId)
  const actorId = decidedAt && (await readDecider(db, { kind: 'report', id: first.id }))
  return {
    ...present({ ...row, report: first }),
    revision,
    present: contentOf(first, found?.content),
    reports: together.map(({ report, reporter }) => ({
      id: report.id,
      reporter,
      reason: report.reason,
      words: report.words,
      createTime: report.createdAt.toISOString(),
      content: contentOf(report, report.content),
    })),
    removedBefore: await countRemovals(db, row.report),
    parts: REPORT_PARTS.filter((part) => parts.split(',').includes(part)),
    decision: decidedAt && { by: actorId, at: decidedAt.toISOString(), reason: verdict },
  }
}

/**
 * Refuses a verdict about fewer reports, or about other content, than there is. A report counts, and so does a change of
 * the object. The revision at each report tells how many of both had been seen.
 */
async function assertReportsSeen(
  tx: Database,
  locked: readonly ReportRow[],
  { id, kind, objectId, seen }: Reported & { id: string; seen: number },
): Promise<void> {
  const object = await lockRevised(tx, REPORTED_TABLES[kind], objectId)
  const revision = locked.length + (object?.revision ?? 0)
  if (revision === seen) return
  const later = locked.filter(({ objectRevision }, index) => objectRevision + index + 1 > seen).length
  const changes = [
    ...(later > 0 ? [`又收到 ${later} 次举报`] : []),
    ...((await object?.changesSince(seen - locked.length + later)) ?? []),
  ]
  throw outdated({ revision, changes, state: { id, revision } })
}

const THINGS = { user: '资料', ball: '球局' } as const
const namesOf = (parts: readonly ReportPart[]) => parts.map((part) => REPORT_PART_NAMES[part]).join('、')

function actionOf(reported: ReportOfThing, parts: readonly ReportPart[], reason: string): string {
  const { kind, name } = present(reported)
  const thing = `${reported.owner.nickname}的${THINGS[kind]}「${name}」`
  return parts.length === 0 ? `保留被举报的${thing}` : `移除${thing}的${namesOf(parts)}：${reason}`
}

async function takeAway(
  tx: Database,
  { id, kind, objectId, ownerId }: ReportRow,
  { parts, reason }: { parts: readonly ReportPart[]; reason: string },
): Promise<void> {
  const ofProfile = parts.filter((part) => part !== 'card' && part !== 'words')
  if (ofProfile.length > 0) await clearProfile(tx, { userId: objectId, parts: ofProfile })
  if (parts.includes('card')) await dropCard(tx, objectId)
  if (parts.includes('words')) await clearTexts(tx, objectId)
  await notify(tx, {
    receiverIds: [ownerId],
    senderId: null,
    category: 'systemNotice',
    title: kind === 'user' ? '您的资料有内容被移除' : '您的球局有内容被移除',
    content: `${namesOf(parts)}已被移除：${reason}${kind === 'ball' ? '。球局照常进行' : ''}`,
    about: kind === 'ball' ? { kind: 'ball', id: objectId } : { kind: 'report', id },
  })
}

/**
 * Decides about a reported object, and thereby about all its waiting reports. The object is kept, or parts of it are
 * removed. Its owner is notified of the removed parts and the reason, its reporters of the outcome. The same verdict
 * again returns the current state; the opposite one is refused.
 *
 * The revision that was seen is the number of reports and the revision of the object, together.
 */
async function decideReport({
  params: { id },
  body: { verdict, parts = [], reason: typed = '', revision: seen },
  staff: { id: actorId },
  db,
  now,
}: Handled<typeof api.decideReport>): Promise<api.ReportEvidence> {
  const isRemoved = verdict === 'remove'
  const state = isRemoved ? 'REMOVED' : 'KEPT'
  const reason = typed.trim()
  return db.transaction(async (tx) => {
    const reported = await findReport(tx, id)
    const { kind, objectId, ownerId } = reported.report
    // Closing an account locks its user, and then deletes its reports.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('key share')
    // A concurrent decision about another report of the object waits for these locks, which are taken by id.
    const locked = await tx
      .select()
      .from(reports)
      .where(and(ofThing({ kind, objectId }), or(eq(reports.state, 'WAITING'), eq(reports.id, id))))
      .orderBy(asc(reports.id))
      .for('update')
    const stands = locked.find((report) => report.id === id)?.state
    if (stands === state) return readReport(tx, id)
    if (stands !== 'WAITING') throw new ApiError('report_decided')
    if (seen !== undefined) await assertReportsSeen(tx, locked, { id, kind, objectId, seen })
    if (isRemoved && !arePartsOf(kind, parts)) throw new ApiError('report_parts_invalid')
    if (isRemoved && reason === '') throw new ApiError('report_verdict_missing')

    const gone = isRemoved ? parts : []
    const ids = locked.map((report) => report.id)
    await tx
      .update(reports)
      .set({ state, parts: gone.join(','), verdict: reason, decidedAt: now })
      .where(inArray(reports.id, ids))
    await recordAuditEvent(tx, {
      actorId,
      action: isRemoved ? 'report.remove' : 'report.keep',
      objectId: ids[0] ?? id,
      summary: actionOf(reported, gone, reason),
      now,
    })
    if (isRemoved) await takeAway(tx, reported.report, { parts: gone, reason })
    await notify(tx, {
      receiverIds: locked.map(({ reporterId }) => reporterId),
      senderId: null,
      category: 'systemNotice',
      title: '举报已处理',
      content: isRemoved
        ? '您举报的内容违反规定，已被移除，感谢您的反馈'
        : '您举报的内容经核实未发现违规，感谢您的反馈',
      about: { kind: 'report', id: ids[0] ?? '' },
    })
    return readReport(tx, id)
  })
}

/** Deletes reports that were decided long ago, with their evidence. */
export async function cleanupReports({ db, now }: JobContext): Promise<void> {
  await db.delete(reports).where(lt(reports.decidedAt, keptSince('reports', now)))
}

export default plugin([
  // Waiting ones oldest first, decided ones or all latest first.
  handle(api.listReports, ({ query, db }) => {
    const { state, kind, ownerId } = query
    const { id, decidedAt } = reports
    const [isWanted, order] = {
      waiting: [eq(reports.state, 'WAITING'), [asc(id)]] as const,
      decided: [isNotNull(decidedAt), [desc(decidedAt), desc(id)]] as const,
      all: [undefined, [desc(id)]] as const,
    }[state]
    const where = and(
      isWanted,
      isFirstOfGroup,
      kind && eq(reports.kind, kind),
      ownerId === undefined ? undefined : eq(reports.ownerId, ownerId),
    )
    return pageOf(db, selectReports(db), { where, order: [...order], query, present })
  }),

  handle(api.getReport, ({ params: { id }, db }) => readReport(db, id)),

  handle(api.decideReport, decideReport),
])
