import type { CoachView } from '@paidang/api/areas/profile'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { hasBlacklisted } from '../blacklist/kept-apart.ts'
import { findCoach, findCompaniesOfCoach } from './queries.ts'

/**
 * A coach as everybody sees him whom he does not have on his blacklist, with the companies for which he teaches.
 *
 * @throws ApiError coach_not_found, for a player too
 * Source: specification §7 "Coach side", permission matrix
 */
export async function viewCoach(db: Database, { coachId, by }: { coachId: string; by: string }): Promise<CoachView> {
  const coach = await findCoach(db, coachId)
  if (!coach || (await hasBlacklisted(db, coachId, by))) throw new ApiError('coach_not_found')
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
