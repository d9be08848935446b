import { ApiError } from '@paidang/api/catalogue/errors'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { countLookUp, LOOK_UPS_PER_HOUR } from '../../people/relations/look-ups.ts'
import { findPhoneOfStudent } from '../../people/relations/student-relations.ts'

/**
 * The whole phone number of a coach's own student. Each call is counted and logged with the coach and the student, but
 * without the number.
 *
 * @throws ApiError relation_not_found, requests_too_many
 * Source: permission matrix
 */
export async function revealPhone(
  db: Database,
  {
    playerId,
    actorId,
    now,
    log,
  }: { playerId: string; actorId: string; now: Date; log: Pick<FastifyBaseLogger, 'info'> },
): Promise<{ phone: string | null }> {
  const shown = await db.transaction(async (tx) => {
    const student = await findPhoneOfStudent(tx, { coachId: actorId, playerId })
    if (!student) throw new ApiError('relation_not_found')
    const lookUps = await countLookUp(tx, { coachId: actorId, kind: 'phone', now })
    if (lookUps > LOOK_UPS_PER_HOUR) throw new ApiError('requests_too_many')
    return { phone: student.phone }
  })
  log.info({ coachId: actorId, playerId }, 'the phone number of a student is shown')
  return shown
}
