import type { StudentDetail } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { maskedPhone } from '../profile/mask-phone.ts'
import { presentStudent } from './present-student.ts'
import { listContractsOfStudents, pageStudents } from './student-queries.ts'

/**
 * One student of the calling coach, or of a coach of a company whose admin he is: his phone masked, with the contracts of the
 * courses that the caller teaches and of the companies that he administers.
 *
 * @throws ApiError relation_not_found, the same for nobody and for somebody else's student
 * Source: specification §3 "Student", permission matrix
 */
export async function readStudent(
  db: Database,
  { playerId, by, now }: { playerId: string; by: string; now: Date },
): Promise<StudentDetail> {
  const sight = { actorId: by }
  const one = { name: '', playerId, sort: 'nickname', sord: 'asc', limit: 1, offset: 0 } as const
  const { rows } = await pageStudents(db, sight, { ...one, sight, by, now })
  const [row] = rows
  if (!row) throw new ApiError('relation_not_found')
  const contracts = await listContractsOfStudents(db, sight, [playerId])
  return {
    ...presentStudent(row, contracts, dayOf(now)),
    phone: row.phone === null ? null : maskedPhone(row.phone),
    level: row.level,
  }
}
