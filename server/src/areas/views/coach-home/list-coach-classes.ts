import type { InvitationResponse } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Page } from '@paidang/api/endpoint'
import type { Sord } from '@paidang/api/shapes'
import type { InvitationStatus } from '@paidang/domain/areas/classes/invitation-status'
import type { Database } from '../../../db/database.ts'
import { pageNearestClasses, responsesOf } from '../../activities/classes/list-classes.ts'
import { assertSeesCoach } from '../../places/companies/assert-sees-coach.ts'
import { classesOf, pageRecordIds, pageScheduleIds } from './queries.ts'

type Query = { coachId: string; actorId: string; sord: Sord; limit: number; offset: number; now: Date }

/**
 * One page of a coach's classes, by date, or nearest first with `isNearest`. The coach gets all classes, the
 * admin of a company those of that company.
 *
 * @throws ApiError data_of_others
 * Source: specification §7 pageByCoach, §9 "Sorts"
 */
export async function listSchedule(
  db: Database,
  { coachId, actorId, now, isNearest, ...window }: Query & { isNearest: boolean },
): Promise<Page<InvitationResponse>> {
  await assertSeesCoach(db, actorId, coachId)
  if (isNearest)
    return pageNearestClasses(db, { sources: [classesOf({ coachId, actorId })], now }, { userId: coachId, ...window })
  const { ids, total } = await pageScheduleIds(db, { coachId, actorId }, window)
  return { rows: await responsesOf(db, ids, coachId, now), total }
}

/**
 * One page of a coach's class records, by when they were made. Only the coach may read them.
 *
 * @param invitationStatus one status, or "all" or nothing for every status
 * @param keyword a part of the name of a player, the venue or the course
 * @throws ApiError data_of_others
 * Source: specification §7 myInviteRecord
 */
export async function listRecords(
  db: Database,
  {
    coachId,
    actorId,
    now,
    keyword = '',
    invitationStatus = '',
    courseDesignId,
    ...window
  }: Query & {
    keyword?: string | undefined
    invitationStatus?: InvitationStatus | 'all' | '' | undefined
    courseDesignId?: string | undefined
  },
): Promise<Page<InvitationResponse>> {
  if (coachId !== actorId) throw new ApiError('data_of_others')
  const status = invitationStatus === 'all' || invitationStatus === '' ? undefined : invitationStatus
  const filter = { coachId, keyword: keyword.trim(), status, courseDesignId, now }
  const { ids, total } = await pageRecordIds(db, filter, window)
  return { rows: await responsesOf(db, ids, coachId, now), total }
}
