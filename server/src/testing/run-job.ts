import type { Job, JobContext } from '../jobs/job.ts'
import type { JobTools } from '../jobs-of-areas.ts'
import type { TestServer } from './test-server.ts'

/** A failure that a job reported. */
export type JobFault = { what: string; error: unknown }

/** Runs a job once at the test server's clock. @returns its failures; a test expects none unless it caused them */
export async function runJob(
  { app, db, clock }: Pick<TestServer, 'app' | 'db' | 'clock'>,
  run: Job<JobTools>['run'],
  over: Partial<JobContext & JobTools> = {},
): Promise<JobFault[]> {
  const faults: JobFault[] = []
  await run({
    features: app.features,
    payments: app.payments,
    wechat: app.wechat,
    messageTemplates: app.messageTemplates,
    fileStore: app.fileStore,
    checkInvariants: app.checkInvariants,
    watch: app.watch,
    db,
    now: clock.now(),
    signal: new AbortController().signal,
    onFault: (error, what) => faults.push({ what, error }),
    ...over,
  })
  return faults
}

/** Runs the jobs of these names once, in this order. @throws Error if one fails or does not exist */
export async function runNamedJobs(
  server: Pick<TestServer, 'app' | 'db' | 'clock'>,
  jobs: readonly Job<JobTools>[],
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const job = jobs.find((one) => one.name === name)
    if (!job) throw new Error(`no job is called ${name}`)
    const faults = await runJob(server, job.run)
    if (faults.length > 0)
      throw new AggregateError(
        faults.map(({ error }) => error),
        `${name} failed`,
      )
  }
}
