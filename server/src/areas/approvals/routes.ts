import { countApprovals } from '@paidang/api/areas/admin-approvals'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../http/serve.ts'
import { countObjectionsForOperators } from '../classes/list-objections.ts'
import { countWaitingContent } from '../content/count-waiting-content.ts'
import { countWaitingApplications } from '../registration/count-waiting-applications.ts'
import { countWaitingReports } from '../reports/count-waiting-reports.ts'
import { countPasswordRequests } from '../users/count-password-requests.ts'
import { countWaitingAtVenues } from '../venues/count-waiting.ts'

export default async function approvalsRoutes(app: FastifyInstance) {
  serve(app, countApprovals, async ({ db, now }) => ({
    ...(await countWaitingAtVenues(db)),
    coaches: await countWaitingApplications(db),
    reports: await countWaitingReports(db),
    passwords: await countPasswordRequests(db),
    objections: await countObjectionsForOperators(db, now),
    contents: await countWaitingContent(db, now),
  }))
}
