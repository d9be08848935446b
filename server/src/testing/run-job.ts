import type { Job, JobContext } from '../jobs/job.ts'
import type { JobTools } from '../jobs-of-areas.ts'
import type { TestServer } from './test-server.ts'

/** What could not be done, as a job reported it. */
export type JobFault = { what: string; error: unknown }

/** Runs a job once at the test server's clock. @returns what failed in it; a test expects none unless it provoked it */
export async function runJob(
  { app, db, clock }: Pick<TestServer, 'app' | 'db' | 'clock'>,
  run: Job<JobTools>['run'],
  over: Partial<JobContext & JobTools> = {},
): Promise<JobFault[]> {
  const faults: JobFault[] = []
  await run({
    payments: app.payments,
    wechat: app.wechat,
    messageTemplates: app.messageTemplates,
    fileStore: app.fileStore,
    checkInvariants: app.checkInvariants,
    db,
    now: clock.now(),
    signal: new AbortController().signal,
    onFault: (error, what) => faults.push({ what, error }),
    ...over,
  })
  return faults
}
