import type { CoachRecord } from '@paidang/api/areas/relations'
import type { Venue } from '@paidang/api/areas/venues'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { readVenues } from '../../places/venues/read-venues.ts'
import { type CoachOfPlayerRow, findCoachesOfPlayer } from './coach-queries.ts'

/**
 * The coaches that a player may book, each with company, courses and venues. Only the player sees the list.
 *
 * @throws ApiError data_of_others
 * Source: specification §3 "Coach record", permission matrix
 */
export async function listCoachesOfPlayer(
  db: Database,
  { playerId, actorId }: { playerId: string; actorId: string },
): Promise<CoachRecord[]> {
  if (playerId !== actorId) throw new ApiError('data_of_others')
  const coaches = await findCoachesOfPlayer(db, playerId)
  const venues = await readVenues(
    db,
    coaches.flatMap(({ stadiumIds }) => stadiumIds),
  )
  return coaches.map((coach) => presentCoach(coach, venues))
}

function presentCoach(coach: CoachOfPlayerRow, venues: Map<string, Venue>): CoachRecord {
  return {
    coach: {
      id: coach.id,
      nickname: coach.nickname,
      avatar: coach.avatar,
      likeCount: coach.likesCount,
      companyId: coach.companyId,
      companyName: coach.companyName,
    },
    courseIds: coach.courseIds,
    finishedClasses: coach.finishedClasses,
    stadiums: coach.stadiumIds.flatMap((id) => venues.get(id) ?? []),
  }
}
