import type { ApplicationForOperator, CoachApplication } from '@paidang/api/areas/registration'
import type { FileLinks } from '../../ground/files/file-links.ts'
import type { ApplicationOfUser, ApplicationRow } from './application-queries.ts'

/** What is needed to make links to private pictures, which work for a limited time. */
export type Showing = { links: FileLinks; now: Date }

/** An application as its applicant and the operator see it. The links to its certificates work for a short time. */
export function presentApplication(row: ApplicationRow, { links, now }: Showing): CoachApplication {
  return {
    id: row.id,
    realName: row.realName,
    yearsTeaching: row.yearsTeaching,
    region: row.region,
    introduction: row.introduction,
    certificates: row.certificates
      .split(',')
      .map((relativePath) => ({ relativePath, url: links.of(relativePath, now) })),
    approveStatus: row.approveStatus,
    reason: row.reason,
    createTime: row.createdAt.toISOString(),
  }
}

/** The same application with its applicant and the staff member who decided it. */
export function presentForOperator(
  { user, application, decidedBy }: ApplicationOfUser,
  showing: Showing,
): ApplicationForOperator {
  const { decidedAt, reason } = application
  return {
    user,
    application: presentApplication(application, showing),
    decision: decidedAt && { by: decidedBy, at: decidedAt.toISOString(), reason },
  }
}
