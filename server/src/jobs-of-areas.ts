import type { JobName } from '@paidang/api/catalogue/job-names'
import { lapsePasswordRequests } from './areas/auth/lapse-password-requests.ts'
import { tidyLogIns } from './areas/auth/tidy-log-ins.ts'
import { tidyWindows } from './areas/auth/tidy-windows.ts'
import { closeBalls } from './areas/balls/close-balls.ts'
import { finishBalls } from './areas/balls/finish-balls.ts'
import { settleSeats } from './areas/balls/settle-seats.ts'
import { expireStaleInvitations } from './areas/classes/expire-stale-invitations.ts'
import { finishUnfinished } from './areas/classes/finish-unfinished.ts'
import { tidyContent } from './areas/content/tidy-content.ts'
import { expireContracts } from './areas/contracts/expire-contracts.ts'
import { warnOfExpiry } from './areas/contracts/warn-of-expiry.ts'
import type { FileStore } from './areas/files/file-store.ts'
import { tidyUploads } from './areas/files/tidy-uploads.ts'
import { remind } from './areas/messages/remind.ts'
import { sendOutbox } from './areas/messages/send-outbox.ts'
import type { Templates } from './areas/messages/templates.ts'
import { tidyMessages } from './areas/messages/tidy-messages.ts'
import { tidyOutbox } from './areas/messages/tidy-outbox.ts'
import { checkInvariants } from './areas/operations/check-invariants.ts'
import { tidyOperations } from './areas/operations/tidy-operations.ts'
import { closeUnpaidOrders } from './areas/payments/close-unpaid-orders.ts'
import type { Payments } from './areas/payments/payments.ts'
import { pollPayments } from './areas/payments/poll-payments.ts'
import { retryRefunds } from './areas/payments/retry-refunds.ts'
import { runSimulator } from './areas/payments/simulator/bring-notifications.ts'
import { uploadShipments } from './areas/payments/upload-shipments.ts'
import { runReconcile } from './areas/reconcile/run-reconcile.ts'
import { reconcileYesterday } from './areas/reconcile/start-run.ts'
import { tidyApplications } from './areas/registration/tidy-applications.ts'
import { tidyFinds } from './areas/relations/tidy-finds.ts'
import { tidyReports } from './areas/reports/tidy-reports.ts'
import { receiveSentOrders } from './areas/shop/receive-shop-order.ts'
import { tidyShopAddresses } from './areas/shop/tidy-addresses.ts'
import { tidyStringingAddresses } from './areas/stringing-orders/tidy-addresses.ts'
import { tidyPhotos } from './areas/stringing-orders/tidy-photos.ts'
import { tidyCodes } from './areas/wechat/tidy-codes.ts'
import type { WechatClient } from './areas/wechat/wechat-client.ts'
import type { CheckAll } from './invariants/check-all.ts'
import type { Job } from './jobs/job.ts'

/** What jobs are given besides the database and the clock. */
export type JobTools = {
  payments: Payments
  wechat: WechatClient
  messageTemplates: Templates
  fileStore: Pick<FileStore, 'remove'>
  checkInvariants: CheckAll
}

/** What the server does by the clock; requests are looked at twice a minute, so that none is a minute past its expiry. */
export const JOBS: readonly (Job<JobTools> & { name: JobName })[] = [
  { name: 'expire-invitations', cron: '* * * * *', againAfterSeconds: 30, run: expireStaleInvitations },
  { name: 'finish-classes', cron: '* * * * *', run: finishUnfinished },
  { name: 'expire-contracts', cron: '1 0 * * *', run: expireContracts },
  { name: 'tidy-uploads', cron: '40 * * * *', run: tidyUploads },
  { name: 'tidy-photos', cron: '50 * * * *', run: tidyPhotos },
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
  { name: 'receive-shop-orders', cron: '20 * * * *', run: receiveSentOrders },
  { name: 'remind', cron: '* * * * *', run: remind },
  { name: 'send-outbox', cron: '* * * * *', againAfterSeconds: 5, run: sendOutbox },
  { name: 'tidy-outbox', cron: '35 4 * * *', run: tidyOutbox },
  { name: 'tidy-messages', cron: '45 4 * * *', run: tidyMessages },
  { name: 'tidy-log-ins', cron: '50 4 * * *', run: tidyLogIns },
  { name: 'tidy-applications', cron: '55 4 * * *', run: tidyApplications },
  { name: 'tidy-student-finds', cron: '25 * * * *', run: tidyFinds },
  { name: 'tidy-reports', cron: '5 5 * * *', run: tidyReports },
  { name: 'tidy-content', cron: '20 5 * * *', run: tidyContent },
  { name: 'tidy-shop-addresses', cron: '10 5 * * *', run: tidyShopAddresses },
  { name: 'tidy-stringing-addresses', cron: '15 5 * * *', run: tidyStringingAddresses },
  { name: 'tidy-wechat-codes', cron: '30 4 * * *', run: tidyCodes },
  { name: 'check-invariants', cron: '15 3 * * *', run: checkInvariants },
  { name: 'tidy-windows', cron: '10 * * * *', run: tidyWindows },
  { name: 'lapse-password-requests', cron: '15 * * * *', run: lapsePasswordRequests },
  { name: 'tidy-operations', cron: '25 4 * * *', run: tidyOperations },
  { name: 'run-payment-simulator', cron: '* * * * *', againAfterSeconds: 5, run: runSimulator },
]
