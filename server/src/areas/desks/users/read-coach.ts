import type { CoachDetail } from '@paidang/api/areas/admin-coaches'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import type { FileLinks } from '../../ground/files/file-links.ts'
import { listApplicationsOf } from '../../people/registration/applications.ts'
import { countWork, findCoach, listTaughtCourses, listTaughtVenues } from './coach-queries.ts'
import { presentCoaches } from './list-coaches.ts'
import { findUser } from './user-queries.ts'

/** A coach with all data that support needs. @throws ApiError coach_not_found, also for a user who is no coach */
export async function readManagedCoach(
  db: Database,
  { coachId, links, now }: { coachId: string; links: FileLinks; now: Date },
): Promise<CoachDetail> {
  const own = await findCoach(db, coachId)
  const user = own && (await findUser(db, coachId, now))
  const [coach] = user ? await presentCoaches(db, [user], now) : []
  if (!own || !coach) throw new ApiError('coach_not_found')
  const venues = await listTaughtVenues(db, coachId)
  return {
    ...coach,
    ...own,
    courses: await listTaughtCourses(db, coachId),
    venues: venues.map(({ createdAt, decidedAt, ...venue }) => ({
      ...venue,
      createdAt: createdAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
    work: await countWork(db, coachId, now),
    applications: await listApplicationsOf(db, coachId, { links, now }),
  }
}
