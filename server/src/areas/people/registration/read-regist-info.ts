import type { RegistInfo } from '@paidang/api/areas/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import { isLevelOwn } from '../profile/is-level-own.ts'
import { viewPlayer } from '../profile/view-player.ts'
import { findLatestApplication } from './application-queries.ts'
import { presentApplication, type Showing } from './present-application.ts'

type Reading = Showing & { userId: string; actorId: string; origin: string }

/**
 * What the caller has filled in as a player and as a coach.
 *
 * @throws ApiError data_of_others
 * Source: specification §7 "Profile and registration", permission matrix
 */
export async function readRegistInfo(
  db: Database,
  { userId, actorId, origin, ...showing }: Reading,
): Promise<RegistInfo> {
  if (userId !== actorId) throw new ApiError('data_of_others')
  const player = await viewPlayer(db, { userId, actorId, now: showing.now, origin })
  const application = await findLatestApplication(db, userId)
  return {
    isRegistered: player.registerTypes.includes('player'),
    registerTypes: player.registerTypes,
    player,
    coach: application ? presentApplication(application, showing) : null,
    levelIsOwn: await isLevelOwn(db, userId),
  }
}
