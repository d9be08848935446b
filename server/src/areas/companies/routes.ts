import * as students from '@paidang/api/areas/students'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { listCompanyCourses } from './list-company-courses.ts'

export default async function companiesRoutes(app: FastifyInstance) {
  serve(app, students.coursesOfCompany, ({ params, user, db }) =>
    listCompanyCourses(db, { companyId: params.id, by: user.id }),
  )
}
