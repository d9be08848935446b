import * as relations from '@paidang/api/areas/relations'
import * as students from '@paidang/api/areas/students'
import type { Input } from '@paidang/api/endpoint'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { addStudent } from './add-student.ts'
import { leaveCoach } from './leave-coach.ts'
import { listCoachesOfPlayer } from './list-coaches-of-player.ts'
import { listStudents, listStudentsOfCompany } from './list-students.ts'
import { readStudent } from './read-student.ts'
import { removeStudent } from './remove-student.ts'
import { revealPhone } from './reveal-phone.ts'
import { searchStudent } from './search-student.ts'

export default async function studentsRoutes(app: FastifyInstance) {
  serve(app, relations.coachesOfPlayer, ({ params, user, db }) =>
    listCoachesOfPlayer(db, { playerId: params.playerId, actorId: user.id }),
  )
  serve(app, students.studentsOfCoach, ({ params, query, user, db, now }) =>
    listStudents(db, {
      coachId: params.coachId,
      actorId: user.id,
      ...pageOf(query),
      now,
    }),
  )
  serve(app, students.studentsOfCompany, ({ params, query, user, db, now }) =>
    listStudentsOfCompany(db, { companyId: params.companyId, actorId: user.id, ...pageOf(query), now }),
  )
  serve(app, students.getStudent, ({ params, user, db, now }) =>
    readStudent(db, { playerId: params.playerId, actorId: user.id, now }),
  )
  serve(app, students.revealStudentPhone, ({ params, user, db, now, request }) =>
    revealPhone(db, { playerId: params.playerId, actorId: user.id, now, log: request.log }),
  )
  serve(app, students.searchStudentByPhone, ({ params, user, db, now }) =>
    searchStudent(db, { phone: params.phone, actorId: user.id, now }),
  )
  serve(app, students.addStudent, ({ body, user, db, now }) =>
    addStudent(db, { coachId: body.coachId, playerId: body.playerId, actorId: user.id, now }),
  )
  serve(app, students.removeStudent, ({ params, user, db, now }) =>
    removeStudent(db, { relationId: params.id, actorId: user.id, now }),
  )
  serve(app, students.leaveCoach, ({ params, user, db, now }) =>
    leaveCoach(db, { coachId: params.coachId, actorId: user.id, now }),
  )
}

/** The filters, the order and the page of a list of students. */
function pageOf(query: Input<typeof students.studentsOfCoach>['query']) {
  const { userName, isRunningOut, sort, sord, rows: limit } = query
  return { userName, isRunningOut, sort, sord, limit, offset: offsetOf(query) }
}
