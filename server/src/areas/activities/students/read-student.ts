import type { StudentDetail } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { presentStudent } from './present-student.ts'
import { listContractsOfStudents, pageStudents } from './student-queries.ts'

/**
 * One student of the calling coach, or of a coach of a company that the caller administers. The phone is masked. The
 * contracts are those of courses that the caller teaches and of companies that the caller administers.
 *
 * @throws ApiError relation_not_found, also for an unknown user or another coach's student.
 * Source: specification §3 "Student", permission matrix
 */
export async function readStudent(
  db: Database,
  { playerId, actorId, now }: { playerId: string; actorId: string; now: Date },
): Promise<StudentDetail> {
  const sight = { actorId: actorId }
  const one = { name: '', playerId, sort: 'nickname', sord: 'asc', limit: 1, offset: 0 } as const
  const { rows } = await pageStudents(db, sight, { ...one, sight, actorId, now })
  const [row] = rows
  if (!row) throw new ApiError('relation_not_found')
  const contracts = await listContractsOfStudents(db, sight, [playerId])
  return {
    ...presentStudent(row, contracts, dayOf(now)),
    phone: row.phone === null ? null : maskedPhone(row.phone),
    level: row.level,
  }
}
