import type { listReports, ReportEvidence } from '@paidang/api/areas/admin-reports'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { REPORT_PARTS } from '@paidang/domain/areas/reports/report'
import type { Database } from '../../db/database.ts'
import { readDecider } from '../staff/read-decider.ts'
import { findBallContent, findProfileContent } from './content-queries.ts'
import { countRemovals, findReport, listTogether, type ReportOfThing } from './report-queries.ts'
import type { BallContent, ProfileContent, ReportRow } from './tables.ts'

/**
 * A reported thing as it is, with all who reported it and what it said when each of them did.
 *
 * @throws ApiError report_not_found
 */
export async function readReport(db: Database, id: string): Promise<ReportEvidence> {
  const row = await findReport(db, id)
  if (!row) throw new ApiError('report_not_found')
  const together = await listTogether(db, row.report)
  const first = together[0]?.report ?? row.report
  const { decidedAt, verdict, ownerId, parts } = row.report
  const by = decidedAt && (await readDecider(db, { kind: 'report', id: first.id }))
  return {
    ...presentReport({ ...row, report: first }),
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
    decision: decidedAt && { by, at: decidedAt.toISOString(), reason: verdict },
  }
}

/** What the thing says now; undefined once it is gone. */
async function readPresent(db: Database, { kind, objectId }: ReportRow): Promise<ReportRow['content'] | undefined> {
  if (kind === 'user') return findProfileContent(db, objectId)
  return (await findBallContent(db, objectId))?.content
}

function contentOf({ kind }: ReportRow, content: ReportRow['content'] | undefined): ReportEvidence['present'] {
  return {
    profile: kind === 'user' && content ? (content as ProfileContent) : null,
    ball: kind === 'ball' && content ? (content as BallContent) : null,
  }
}

/** A reported thing as it stands in the list. */
export function presentReport({ report, owner, reportCount }: ReportOfThing): Data<typeof listReports>[number] {
  const { id, kind, objectId, content, state, reason, createdAt } = report
  const name = 'nickname' in content ? content.nickname : content.title
  return { id, kind, objectId, name, owner, state, reason, reportCount, createTime: createdAt.toISOString() }
}
