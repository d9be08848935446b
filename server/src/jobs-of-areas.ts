import type { JobName } from '@paidang/api/catalogue/job-names'
import type { Features } from '@paidang/domain/kernel/features'
import { closeBalls, finishBalls, settleSeats } from './areas/activities/balls/clock.ts'
import { closeResults } from './areas/activities/balls/results.ts'
import { finishUnfinished } from './areas/activities/classes/complete.ts'
import { expireStaleInvitations } from './areas/activities/classes/expire-stale-invitations.ts'
import { settleClosures } from './areas/activities/closures/settle.ts'
import { tendLeaves } from './areas/activities/coach-leaves/away.ts'
import { openMissed } from './areas/activities/coach-leaves/cases.ts'
import { cleanupQuestions, tendQuestions } from './areas/activities/questions/questions.ts'
import { cleanupDrafts } from './areas/activities/roster/imports.ts'
import { cleanupShopAddresses, endUnsentOrders, receiveSentOrders } from './areas/activities/shop/end-orders.ts'
import { cleanupStringingAddresses, endWaitingOrders } from './areas/activities/stringing-orders/end-orders.ts'
import { cleanupPhotos } from './areas/activities/stringing-orders/photos.ts'
import { cleanupInvitedStudents } from './areas/activities/student-invitations/student-invitations.ts'
import { expireStudentRequests } from './areas/activities/student-requests/requests.ts'
import { cleanupFinds } from './areas/activities/students/students.ts'
import { endPlacelessTrials, expireTrials, remindOfTrials } from './areas/activities/trial-lessons/unanswered.ts'
import { cleanupAlerts, tellVacancies } from './areas/activities/vacancies/tell.ts'
import { checkInvariants } from './areas/desks/operations/checks.ts'
import { cleanupOperations } from './areas/desks/operations/jobs.ts'
import { type Watch, watchDeployment } from './areas/desks/operations/watch.ts'
import { runReconcile } from './areas/desks/reconcile/run-reconcile.ts'
import { reconcileYesterday } from './areas/desks/reconcile/runs.ts'
import { isStillDue, remind } from './areas/desks/reminders/remind.ts'
import { cleanupReports } from './areas/desks/reports/reports.ts'
import { cleanupContent } from './areas/ground/content/submissions.ts'
import { cleanupUploads } from './areas/ground/files/cleanup-uploads.ts'
import type { FileStore } from './areas/ground/files/file-store.ts'
import { cleanupMessages, cleanupOutbox } from './areas/ground/messages/cleanup-messages.ts'
import { sendOutbox } from './areas/ground/messages/send-outbox.ts'
import type { Templates } from './areas/ground/messages/templates.ts'
import { cleanupCodes } from './areas/ground/wechat/codes.ts'
import type { WechatClient } from './areas/ground/wechat/wechat-client.ts'
import { expireAdjustments } from './areas/money/cards/end-adjustments.ts'
import { expireContracts, warnOfExpiry } from './areas/money/contracts/expiry.ts'
import { remindOfHours } from './areas/money/contracts/renewal.ts'
import { closeUnpaidOrders, pollPayments } from './areas/money/payments/ask-provider.ts'
import type { Payments } from './areas/money/payments/provider.ts'
import { retryRefunds } from './areas/money/payments/refunds.ts'
import { uploadShipments } from './areas/money/payments/shipments.ts'
import { runSimulator } from './areas/money/payments/simulated-payments.ts'
import { cleanupLogIns, cleanupWindows } from './areas/people/auth/cleanup.ts'
import { expirePasswordRequests } from './areas/people/auth/password-requests.ts'
import { cleanupApplications } from './areas/people/registration/applications.ts'
import { tendInvitations } from './areas/places/company-invitations/open-invitations.ts'
import { endGoneAdverts, foldAdvertCounts } from './areas/views/home/advert-clock.ts'
import type { CheckAll } from './invariants/check-all.ts'
import type { Job } from './jobs/job.ts'

/** What jobs get besides the database and the clock. */
export type JobTools = {
  features: Features
  payments: Payments
  wechat: WechatClient
  messageTemplates: Templates
  fileStore: Pick<FileStore, 'remove'>
  checkInvariants: CheckAll
  watch: Watch
}

/** The scheduled jobs of the server. Requests are checked twice a minute, so they expire at most a minute late. */
export const JOBS: readonly (Job<JobTools> & { name: JobName })[] = [
  { name: 'expire-invitations', cron: '* * * * *', againAfterSeconds: 30, run: expireStaleInvitations },
  { name: 'finish-classes', cron: '* * * * *', run: finishUnfinished },
  { name: 'expire-contracts', cron: '1 0 * * *', run: expireContracts },
  { name: 'cleanup-uploads', cron: '40 * * * *', run: cleanupUploads },
  { name: 'cleanup-photos', cron: '50 * * * *', run: cleanupPhotos },
  { name: 'remind-of-low-hours', cron: '30 9 * * *', run: remindOfHours },
  { name: 'warn-of-contract-expiry', cron: '0 9 * * *', run: warnOfExpiry },
  { name: 'close-unpaid-orders', cron: '* * * * *', againAfterSeconds: 20, run: closeUnpaidOrders },
  { name: 'poll-payments', cron: '* * * * *', againAfterSeconds: 10, run: pollPayments },
  { name: 'retry-refunds', cron: '* * * * *', againAfterSeconds: 10, run: retryRefunds },
  { name: 'upload-shipments', cron: '* * * * *', run: uploadShipments },
  { name: 'reconcile-yesterday', cron: '30 3 * * *', run: reconcileYesterday },
  { name: 'reconcile', cron: '* * * * *', againAfterSeconds: 5, run: runReconcile },
  { name: 'settle-ball-seats', cron: '* * * * *', againAfterSeconds: 20, run: settleSeats },
  { name: 'close-ball-games', cron: '* * * * *', againAfterSeconds: 30, run: closeBalls },
  { name: 'finish-ball-games', cron: '* * * * *', run: finishBalls },
  { name: 'close-ball-results', cron: '*/5 * * * *', run: closeResults },
  { name: 'receive-shop-orders', cron: '20 * * * *', run: receiveSentOrders },
  { name: 'end-unsent-shop-orders', cron: '22 * * * *', run: endUnsentOrders },
  { name: 'end-waiting-stringing-orders', cron: '24 * * * *', run: endWaitingOrders },
  { name: 'expire-card-adjustments', cron: '26 * * * *', run: expireAdjustments },
  { name: 'remind', cron: '* * * * *', run: remind },
  { name: 'send-outbox', cron: '* * * * *', againAfterSeconds: 5, run: (context) => sendOutbox(context, isStillDue) },
  { name: 'cleanup-outbox', cron: '35 4 * * *', run: cleanupOutbox },
  { name: 'cleanup-messages', cron: '45 4 * * *', run: cleanupMessages },
  { name: 'cleanup-log-ins', cron: '50 4 * * *', run: cleanupLogIns },
  { name: 'cleanup-applications', cron: '55 4 * * *', run: cleanupApplications },
  { name: 'cleanup-student-finds', cron: '25 * * * *', run: cleanupFinds },
  { name: 'cleanup-invited-students', cron: '40 4 * * *', run: cleanupInvitedStudents },
  { name: 'company-invitations', cron: '* * * * *', run: tendInvitations },
  { name: 'student-requests', cron: '* * * * *', run: expireStudentRequests },
  { name: 'questions', cron: '* * * * *', run: tendQuestions },
  { name: 'coach-leaves', cron: '* * * * *', run: tendLeaves },
  { name: 'settle-closures', cron: '* * * * *', againAfterSeconds: 5, run: settleClosures },
  { name: 'vacancies', cron: '* * * * *', againAfterSeconds: 5, run: tellVacancies },
  { name: 'cleanup-vacancy-alerts', cron: '8 5 * * *', run: cleanupAlerts },
  { name: 'missed-coach-leaves', cron: '0 3 * * *', run: openMissed },
  { name: 'cleanup-questions', cron: '0 5 * * *', run: cleanupQuestions },
  { name: 'cleanup-roster-drafts', cron: '12 5 * * *', run: cleanupDrafts },
  { name: 'fold-advert-counts', cron: '* * * * *', run: foldAdvertCounts },
  { name: 'end-gone-adverts', cron: '* * * * *', run: endGoneAdverts },
  { name: 'trial-lessons', cron: '* * * * *', run: expireTrials },
  { name: 'trial-places', cron: '* * * * *', run: endPlacelessTrials },
  { name: 'trial-reminders', cron: '*/5 * * * *', run: remindOfTrials },
  { name: 'cleanup-reports', cron: '5 5 * * *', run: cleanupReports },
  { name: 'cleanup-content', cron: '20 5 * * *', run: cleanupContent },
  { name: 'cleanup-shop-addresses', cron: '10 5 * * *', run: cleanupShopAddresses },
  { name: 'cleanup-stringing-addresses', cron: '15 5 * * *', run: cleanupStringingAddresses },
  { name: 'cleanup-wechat-codes', cron: '30 4 * * *', run: cleanupCodes },
  { name: 'check-invariants', cron: '15 3 * * *', run: checkInvariants },
  { name: 'cleanup-windows', cron: '10 * * * *', run: cleanupWindows },
  { name: 'expire-password-requests', cron: '15 * * * *', run: expirePasswordRequests },
  { name: 'watch-deployment', cron: '* * * * *', run: watchDeployment },
  { name: 'cleanup-operations', cron: '25 4 * * *', run: cleanupOperations },
  { name: 'run-payment-simulator', cron: '* * * * *', againAfterSeconds: 5, run: runSimulator },
]
