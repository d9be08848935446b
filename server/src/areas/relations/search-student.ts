import type { searchStudentByPhone } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import { readKeptApart } from '../blacklist/kept-apart.ts'
import { keepFind } from './find-queries.ts'
import { LOOK_UPS_PER_HOUR } from './look-ups.ts'
import { countLookUp, findByPhone, isStudentOf } from './relation-queries.ts'

/**
 * Who has exactly this phone number: nothing but what they are called, whether WeChat vouched for the number, and whether they
 * are the coach's student already. Who and the coach keep out of each other's sight has none. Who was found can be added for a day.
 *
 * @throws ApiError student_search_too_often, student_unknown, student_is_oneself
 * Source: specification §3 "Student search status", permission matrix
 */
export async function searchStudent(
  db: Database,
  { phone, by, now }: { phone: string; by: string; now: Date },
): Promise<Data<typeof searchStudentByPhone>> {
  // Counted for good, found or not: a number that is free is an answer too.
  const lookUps = await countLookUp(db, { coachId: by, kind: 'search', now })
  if (lookUps > LOOK_UPS_PER_HOUR) throw new ApiError('student_search_too_often')
  const found = await findByPhone(db, phone)
  if (!found) throw new ApiError('student_unknown')
  if (found.id === by) throw new ApiError('student_is_oneself')
  if (await readKeptApart(db, by, found.id)) throw new ApiError('student_unknown')
  await keepFind(db, { coachId: by, playerId: found.id, now })
  const { phoneVerified, ...person } = found
  const isMyStudent = await isStudentOf(db, { coachId: by, playerId: found.id })
  return { ...person, isMyStudent, isPhoneUnverified: !phoneVerified }
}
