import * as commonCourses from '@paidang/api/areas/common-courses'
import * as companies from '@paidang/api/areas/companies'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { checkContent } from '../../ground/content/check-content.ts'
import { changeCompanyAdmin } from './change-admin.ts'
import { listCommonCourses } from './course-queries.ts'
import { deleteCourse } from './delete-course.ts'
import { leaveCompany } from './leave-company.ts'
import { listCompanyCourses } from './list-company-courses.ts'
import { listCatalogue } from './list-offers.ts'
import operatorRoutes from './operator-routes.ts'
import { findCourse } from './queries.ts'
import { listCompanyCoaches, readCompany } from './read-company.ts'
import { readCommonCourse, readCourse } from './read-course.ts'
import { addCourse, courseContent, updateCourse } from './save-course.ts'
import { saveSettings } from './save-settings.ts'

export default async function companiesRoutes(app: FastifyInstance) {
  serve(app, companies.coursesOfCompany, ({ params, user, db }) =>
    listCompanyCourses(db, { companyId: params.id, actorId: user.id }),
  )
  serve(app, companies.getCompanyCourse, ({ params, user, db }) =>
    readCourse(db, { courseId: params.id, actorId: user.id }),
  )
  serve(app, companies.addCourse, {
    prepare: ({ body, user, request }) =>
      checkContent(app, {
        kind: 'course',
        objectId: undefined,
        values: courseContent(body),
        actorId: user.id,
        request,
      }),
    handle: ({ body: form, prepared: verdicts, user, db, now }) =>
      addCourse(db, { form, verdicts, actorId: user.id, now }),
    stands: async (db, { companyCourse: { id: courseId } }, { user }) =>
      (await findCourse(db, { courseId, actorId: user.id }))?.course.delFlag === false,
  })
  serve(app, companies.updateCourse, {
    prepare: ({ body, user, request }) =>
      checkContent(app, { kind: 'course', objectId: body.id, values: courseContent(body), actorId: user.id, request }),
    handle: ({ body: form, prepared: verdicts, user, db, now }) =>
      updateCourse(db, { form, verdicts, actorId: user.id, now }),
  })
  serve(app, companies.deleteCourse, ({ params, query, user, db, now }) =>
    deleteCourse(db, { courseId: params.id, actorId: user.id, seen: query.revision, now }),
  )
  serve(app, companies.commonCourses, ({ db }) => listCommonCourses(db))
  serve(app, commonCourses.commonCoursesOfUser, ({ user, db, now }) => listCatalogue(db, { userId: user.id, now }))
  serve(app, companies.getCommonCourse, ({ params, db }) => readCommonCourse(db, params.id))
  serve(app, companies.getCompany, ({ params, user, db }) => readCompany(db, params.id, user.id))
  serve(app, companies.saveCompanySettings, ({ params, body, user, db, now }) =>
    saveSettings(db, { companyId: params.id, settings: body, actorId: user.id, now }),
  )
  serve(app, companies.coachesOfCompany, ({ params, query, user, db }) =>
    listCompanyCoaches(db, { companyId: params.id, actorId: user.id, nickname: query.nickname }),
  )
  serve(app, companies.changeCompanyAdmin, ({ body, user, db, now }) =>
    changeCompanyAdmin(db, { ...body, actorId: user.id, now }),
  )
  serve(app, companies.leaveCompany, ({ body, user, db, now }) => leaveCompany(db, { ...body, actorId: user.id, now }))
  await app.register(operatorRoutes)
}
