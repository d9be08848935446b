import type { CoachView } from '@paidang/api/areas/profile'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { hasBlacklisted } from '../../ground/blacklist/read-blocked.ts'
import { findCoach, findCompaniesOfCoach } from './queries.ts'

/**
 * A coach with the companies that they teach for, as every user sees them whom the coach has not blocked.
 *
 * @throws ApiError coach_not_found, for a player too
 * Source: specification §7 "Coach side", permission matrix
 */
export async function viewCoach(
  db: Database,
  { coachId, actorId }: { coachId: string; actorId: string },
): Promise<CoachView> {
  const coach = await findCoach(db, coachId)
  if (!coach || (await hasBlacklisted(db, coachId, actorId))) throw new ApiError('coach_not_found')
  const companies = await findCompaniesOfCoach(db, coachId)
  return {
    id: coach.id,
    userType: coach.userType,
    nickname: coach.nickname,
    avatar: coach.avatar,
    likeCount: coach.likesCount,
    companies: companies.map(({ adminId, ...company }) => ({ ...company, isAdmin: adminId === coachId })),
  }
}
