import { reportContent } from '@paidang/api/areas/desks/reports'
import { ApiError } from '@paidang/api/catalogue/errors'
import { REPORTS_A_DAY } from '@paidang/domain/areas/desks/reports/report'
import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { plugin } from '../../../http/handle.ts'
import { originOf } from '../../../http/origin.ts'
import type { Handled } from '../../../http/serve.ts'
import { reports } from '../../../tables/reports.ts'
import { hasBallLink, openBall } from '../../activities/balls/open-ball.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { lockPerson } from '../../people/profile/profile-row.ts'
import { viewPlayer } from '../../people/profile/view-player.ts'
import { findBallContent, findProfileContent } from './reported-content.ts'

const DAY_MS = 86_400_000

/**
 * Reports what the caller can see. Its current content is stored as evidence, independent of later changes by its owner.
 *
 * @returns the id of the report
 */
async function insertReport(
  db: Database,
  { body: { kind, objectId, reason }, user: { id: actorId }, now, request }: Handled<typeof reportContent>,
  { words, hasLink }: { words: string; hasLink: boolean },
): Promise<string> {
  return db.transaction(async (tx) => {
    // The lock serialises concurrent reports of one person, so that the daily limit counts each.
    await lockPerson(tx, actorId)
    if (kind === 'user') await viewPlayer(tx, { userId: objectId, actorId, now, origin: originOf(request) })
    else await openBall(tx, { ballId: objectId, actorId, hasLink })
    const found = await (kind === 'user' ? findProfileContent : findBallContent)(tx, objectId)
    if (!found) throw new ApiError(kind === 'user' ? 'user_not_found' : 'ball_not_found')
    const { ownerId, revision: objectRevision, content } = found
    if (ownerId === actorId) throw new ApiError('report_oneself')
    const ofDay = gt(reports.createdAt, new Date(now.getTime() - DAY_MS))
    const isTooMany = (await tx.$count(reports, and(eq(reports.reporterId, actorId), ofDay))) >= REPORTS_A_DAY
    // The insert comes before the check of the limit, so that a repeated report gets report_waits even over the limit.
    const object = { kind, objectId, ownerId, content, objectRevision }
    const [report] = await tx
      .insert(reports)
      .values({ ...object, reporterId: actorId, reason, words: words.trim(), createdAt: now })
      .onConflictDoNothing()
      .returning({ id: reports.id })
    if (!report) throw new ApiError('report_waits')
    if (isTooMany) throw new ApiError('reports_too_many')
    return report.id
  })
}

export default plugin([
  handleReviewed(
    reportContent,
    { kind: 'report', words: ({ body: { words } }) => ({ words }), about: () => undefined },
    async (handled, say) => {
      const { objectId: ballId, share } = handled.body
      const hasLink = await hasBallLink(handled.db, handled.app.ballShareTokens, { ballId, share })
      await say(
        (tx, { words = '' }) => insertReport(tx, handled, { words, hasLink }),
        (id) => id,
      )
      return null
    },
  ),
])
