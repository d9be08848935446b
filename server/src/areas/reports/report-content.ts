import type { reportContent as endpoint } from '@paidang/api/areas/reports'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { REPORTS_A_DAY } from '@paidang/domain/areas/reports/report'
import type { Database } from '../../db/database.ts'
import { openBall } from '../balls/open-ball.ts'
import { lockPerson } from '../profile/lock-person.ts'
import { viewPlayer } from '../profile/view-player.ts'
import { findBallContent, findProfileContent } from './content-queries.ts'
import { countReportsOf, insertReport } from './report-queries.ts'
import type { BallContent, ProfileContent } from './tables.ts'

type Form = Omit<Input<typeof endpoint>['body'], 'share'>

/** `hasLink`: whether he holds the game's share link. */
type Reporting = { form: Form; hasLink: boolean; by: string; now: Date; origin: string }

const DAY_MS = 86_400_000

/**
 * Somebody reports what he sees: another's profile, or the words of a game. What it says now is kept as evidence, whatever its
 * owner makes of it until an operator looks.
 *
 * @throws ApiError user_not_found, ball_not_found (absent, or not his to see), report_oneself, report_waits, reports_too_many
 */
export async function reportContent(
  db: Database,
  { form: { kind, objectId, reason, words = '' }, hasLink, by, now, origin }: Reporting,
): Promise<null> {
  return db.transaction(async (tx) => {
    // Whoever reports twice at once is counted once after the other.
    await lockPerson(tx, by)
    const { ownerId, content } =
      kind === 'user'
        ? await readProfile(tx, { userId: objectId, by, now, origin })
        : await readBall(tx, { ballId: objectId, by, hasLink })
    if (ownerId === by) throw new ApiError('report_oneself')
    const since = new Date(now.getTime() - DAY_MS)
    const isTooMany = (await countReportsOf(tx, { reporterId: by, since })) >= REPORTS_A_DAY
    const report = { reporterId: by, kind, objectId, ownerId, reason, words: words.trim(), content, createdAt: now }
    // Saying it again is answered as such, also by who may say no more today.
    if (!(await insertReport(tx, report))) throw new ApiError('report_waits')
    if (isTooMany) throw new ApiError('reports_too_many')
    return null
  })
}

type Evidence = { ownerId: string; content: ProfileContent | BallContent }

async function readProfile(
  tx: Database,
  viewing: { userId: string; by: string; now: Date; origin: string },
): Promise<Evidence> {
  await viewPlayer(tx, viewing)
  const content = await findProfileContent(tx, viewing.userId)
  if (!content) throw new ApiError('user_not_found')
  return { ownerId: viewing.userId, content }
}

async function readBall(tx: Database, wanted: { ballId: string; by: string; hasLink: boolean }): Promise<Evidence> {
  await openBall(tx, wanted)
  const found = await findBallContent(tx, wanted.ballId)
  if (!found) throw new ApiError('ball_not_found')
  return { ownerId: found.initiatorId, content: found.content }
}
