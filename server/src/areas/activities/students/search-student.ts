import type { searchStudentByPhone } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import type { Database } from '../../../db/database.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { countLookUp, LOOK_UPS_PER_HOUR } from '../../people/relations/look-ups.ts'
import { findByPhone, isStudentOf } from '../../people/relations/student-relations.ts'
import { upsertFind } from './find-queries.ts'

/**
 * The person with exactly this phone number. The answer has their public fields, whether WeChat verified the number,
 * and whether they already are the coach's student. A person blocked with the coach is not found. A person who was
 * found can be added for a day.
 *
 * @throws ApiError phone_invalid, student_search_too_often, student_unknown, student_is_oneself
 * Source: specification §3 "Student search status", permission matrix
 */
export async function searchStudent(
  db: Database,
  { phone, actorId, now }: { phone: string; actorId: string; now: Date },
): Promise<Data<typeof searchStudentByPhone>> {
  const number = plainPhone(phone)
  if (!isMobile(number)) throw new ApiError('phone_invalid')
  // Searches count even without a result, because learning that a number is unused is information too.
  const lookUps = await countLookUp(db, { coachId: actorId, kind: 'search', now })
  if (lookUps > LOOK_UPS_PER_HOUR) throw new ApiError('student_search_too_often')
  const found = await findByPhone(db, number)
  if (!found) throw new ApiError('student_unknown')
  if (found.id === actorId) throw new ApiError('student_is_oneself')
  if (await readIsBlocked(db, actorId, found.id)) throw new ApiError('student_unknown')
  await upsertFind(db, { coachId: actorId, playerId: found.id, now })
  const { phoneVerified, ...person } = found
  const isMyStudent = await isStudentOf(db, { coachId: actorId, playerId: found.id })
  return { ...person, isMyStudent, isPhoneUnverified: !phoneVerified }
}
