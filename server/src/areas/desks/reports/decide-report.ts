import type { decideReport as endpoint, ReportEvidence } from '@paidang/api/areas/admin-reports'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Received } from '@paidang/api/endpoint'
import { arePartsOf, REPORT_PART_NAMES, type ReportPart } from '@paidang/domain/areas/reports/report'
import type { Database } from '../../../db/database.ts'
import { lockRevised, outdated } from '../../../db/revision-queries.ts'
import type { ReportRow } from '../../../tables/reports.ts'
import { clearTexts } from '../../activities/balls/clear-texts.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { notify } from '../../ground/messages/notify.ts'
import { clearProfile } from '../../people/profile/profile-row.ts'
import { dropCard } from '../../views/business-cards/card.ts'
import { presentReport, readReport } from './read-report.ts'
import {
  findReport,
  lockOwnerForShare,
  lockReports,
  REPORTED_TABLES,
  type ReportOfThing,
  settleReports,
} from './report-queries.ts'

type Deciding = Omit<Received<typeof endpoint>['body'], 'revision'> & {
  id: string
  /** The number of reports that the operator saw, and the revision of the object, together. */
  seen: number | undefined
  actorId: string
  now: Date
}

/**
 * Decides about a reported object, and thereby about all its waiting reports, for an operator. The object is kept, or
 * parts of it are removed. Its owner is notified of the removed parts and the reason. Its reporters are notified of the
 * outcome. The same verdict again returns the current state.
 *
 * @throws ApiError report_not_found; report_parts_invalid (parts to remove that the object does not have, or none);
 *   revision_outdated (more reports came, or the object was changed); report_verdict_missing (a removal without a reason); report_decided (the opposite verdict was reached before).
 */
export async function decideReport(
  db: Database,
  { id, verdict, parts = [], reason = '', seen, actorId, now }: Deciding,
): Promise<ReportEvidence> {
  const isRemoved = verdict === 'remove'
  const state = isRemoved ? 'REMOVED' : 'KEPT'
  return db.transaction(async (tx) => {
    const reported = await findReport(tx, id)
    if (!reported) throw new ApiError('report_not_found')
    const { kind, objectId, ownerId } = reported.report
    // Closing an account locks its user, and then deletes its reports.
    await lockOwnerForShare(tx, ownerId)
    const locked = await lockReports(tx, { id, kind, objectId })
    const stands = locked.find((report) => report.id === id)?.state
    if (stands === state) return readReport(tx, id)
    if (stands !== 'WAITING') throw new ApiError('report_decided')
    if (seen !== undefined) await assertReportsSeen(tx, locked, { id, kind, objectId, seen })
    if (isRemoved && !arePartsOf(kind, parts)) throw new ApiError('report_parts_invalid')
    if (isRemoved && reason.trim() === '') throw new ApiError('report_verdict_missing')

    const gone = isRemoved ? parts : []
    const ids = locked.map((report) => report.id)
    await settleReports(tx, ids, { state, parts: gone.join(','), verdict: reason.trim(), decidedAt: now })
    await recordAuditEvent(tx, {
      actorId,
      action: isRemoved ? 'report.remove' : 'report.keep',
      objectId: ids[0] ?? id,
      summary: actionOf(reported, gone, reason.trim()),
      now,
    })
    if (isRemoved) await takeAway(tx, reported.report, { parts: gone, reason: reason.trim() })
    await notifyReporters(tx, locked, isRemoved)
    return readReport(tx, id)
  })
}

const THINGS = { user: '资料', ball: '球局' } as const
const namesOf = (parts: readonly ReportPart[]) => parts.map((part) => REPORT_PART_NAMES[part]).join('、')

function actionOf(reported: ReportOfThing, parts: readonly ReportPart[], reason: string): string {
  const { kind, name } = presentReport(reported)
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

async function notifyReporters(tx: Database, settled: readonly ReportRow[], isRemoved: boolean): Promise<void> {
  await notify(tx, {
    receiverIds: settled.map(({ reporterId }) => reporterId),
    senderId: null,
    category: 'systemNotice',
    title: '举报已处理',
    content: isRemoved ? '您举报的内容违反规定，已被移除，感谢您的反馈' : '您举报的内容经核实未发现违规，感谢您的反馈',
    about: { kind: 'report', id: settled[0]?.id ?? '' },
  })
}

/**
 * Refuses a verdict about fewer reports, or about other content, than there is. A report counts, and so does a change of
 * the object. The revision at each report tells how many of both had been seen.
 */
async function assertReportsSeen(
  tx: Database,
  locked: readonly ReportRow[],
  { id, kind, objectId, seen }: Pick<ReportRow, 'id' | 'kind' | 'objectId'> & { seen: number },
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
