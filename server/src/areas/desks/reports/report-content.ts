import type { reportContent as endpoint } from '@paidang/api/areas/reports'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { REPORTS_A_DAY } from '@paidang/domain/areas/reports/report'
import type { Database } from '../../../db/database.ts'
import type { BallContent, ProfileContent } from '../../../tables/reports.ts'
import { openBall } from '../../activities/balls/open-ball.ts'
import { lockPerson } from '../../people/profile/profile-row.ts'
import { viewPlayer } from '../../people/profile/view-player.ts'
import { type Found, findBallContent, findProfileContent } from './content-queries.ts'
import { countReportsOf, insertReport } from './report-queries.ts'

type Form = Omit<Input<typeof endpoint>['body'], 'share'>

/** `hasLink`: whether the caller has the game's share link. */
type Reporting = { form: Form; hasLink: boolean; actorId: string; now: Date; origin: string }

const DAY_MS = 86_400_000

/**
 * Reports another person's profile, or the text of a game, if the caller can see it. The current content is stored as
 * evidence, independent of later changes by its owner.
 *
 * @returns the id of the report
 * @throws ApiError user_not_found; ball_not_found (absent, or hidden from the caller); report_oneself; report_waits;
 *   reports_too_many.
 */
export async function reportContent(
  db: Database,
  { form: { kind, objectId, reason, words = '' }, hasLink, actorId, now, origin }: Reporting,
): Promise<string> {
  return db.transaction(async (tx) => {
    // The lock serialises concurrent reports of one person, so that the daily limit counts each.
    await lockPerson(tx, actorId)
    const {
      ownerId,
      revision: objectRevision,
      content,
    } = kind === 'user'
      ? await readProfile(tx, { userId: objectId, actorId, now, origin })
      : await readBall(tx, { ballId: objectId, actorId, hasLink })
    if (ownerId === actorId) throw new ApiError('report_oneself')
    const since = new Date(now.getTime() - DAY_MS)
    const isTooMany = (await countReportsOf(tx, { reporterId: actorId, since })) >= REPORTS_A_DAY
    const report = {
      reporterId: actorId,
      kind,
      objectId,
      ownerId,
      reason,
      words: words.trim(),
      content,
      objectRevision,
      createdAt: now,
    }
    // The insert comes before the check of the limit, so that a repeated report gets report_waits even over the limit.
    const id = await insertReport(tx, report)
    if (id === undefined) throw new ApiError('report_waits')
    if (isTooMany) throw new ApiError('reports_too_many')
    return id
  })
}

type Evidence = Found<ProfileContent | BallContent>

async function readProfile(
  tx: Database,
  viewing: { userId: string; actorId: string; now: Date; origin: string },
): Promise<Evidence> {
  await viewPlayer(tx, viewing)
  const found = await findProfileContent(tx, viewing.userId)
  if (!found) throw new ApiError('user_not_found')
  return found
}

async function readBall(tx: Database, input: { ballId: string; actorId: string; hasLink: boolean }): Promise<Evidence> {
  await openBall(tx, input)
  const found = await findBallContent(tx, input.ballId)
  if (!found) throw new ApiError('ball_not_found')
  return found
}
