import type { listReports, ReportEvidence } from '@paidang/api/areas/admin-reports'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { REPORT_PARTS } from '@paidang/domain/areas/reports/report'
import type { Database } from '../../../db/database.ts'
import type { BallContent, ProfileContent, ReportRow } from '../../../tables/reports.ts'
import { readDecider } from '../../ground/audit-log/read-decider.ts'
import { type Found, findBallContent, findProfileContent } from './content-queries.ts'
import { countRemovals, findReport, listTogether, type ReportOfThing, readRevision } from './report-queries.ts'

/**
 * A reported object with its current content. It has all its reports with the content at the time of each.
 *
 * @throws ApiError report_not_found
 */
export async function readReport(db: Database, id: string): Promise<ReportEvidence> {
  const row = await findReport(db, id)
  if (!row) throw new ApiError('report_not_found')
  const together = await listTogether(db, row.report)
  const first = together[0]?.report ?? row.report
  const { decidedAt, verdict, ownerId, parts } = row.report
  // The revision is read first: content that changes in between is newer than its revision, and the verdict is refused.
  const revision = together.length + (await readRevision(db, first))
  const actorId = decidedAt && (await readDecider(db, { kind: 'report', id: first.id }))
  return {
    ...presentReport({ ...row, report: first }),
    revision,
    present: contentOf(first, await readPresent(db, first)),
    reports: together.map(({ report, reporter }) => ({
      id: report.id,
      reporter,
      reason: report.reason,
      words: report.words,
      createTime: report.createdAt.toISOString(),
      content: contentOf(report, report.content),
    })),
    removedBefore: await countRemovals(db, { ownerId, except: decidedAt }),
    parts: REPORT_PARTS.filter((part) => parts.split(',').includes(part)),
    decision: decidedAt && { by: actorId, at: decidedAt.toISOString(), reason: verdict },
  }
}

/** The current content of the object. Undefined if it no longer exists. */
async function readPresent(db: Database, { kind, objectId }: ReportRow): Promise<ReportRow['content'] | undefined> {
  const find: (db: Database, id: string) => Promise<Found<ReportRow['content']> | undefined> =
    kind === 'user' ? findProfileContent : findBallContent
  return (await find(db, objectId))?.content
}

function contentOf({ kind }: ReportRow, content: ReportRow['content'] | undefined): ReportEvidence['present'] {
  return {
    profile: kind === 'user' && content ? (content as ProfileContent) : null,
    ball: kind === 'ball' && content ? (content as BallContent) : null,
  }
}

/** A reported object as a row of the list. */
export function presentReport({ report, owner, reportCount }: ReportOfThing): Data<typeof listReports>[number] {
  const { id, kind, objectId, content, state, reason, createdAt } = report
  const name = 'nickname' in content ? content.nickname : content.title
  return { id, kind, objectId, name, owner, state, reason, reportCount, createTime: createdAt.toISOString() }
}
