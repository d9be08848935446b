import { CLIENT_APPS, CLIENT_ERROR_KINDS } from '@paidang/domain/kernel/client-error'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Day, Id, Instant, orNull, PageQuery } from '../shapes.ts'

const JobName = Type.String({ pattern: '^[a-z-]{1,60}$' })

/**
 * A scheduled job of the server. `cron` is in Shanghai's time. The next run follows `againAfterSeconds` after a run.
 * `doneAt` and `doneMs` belong to the last successful run. `openFailures` counts failures that nobody has retried by
 * hand.
 */
export const JobInfo = Type.Object({
  name: Type.String(),
  cron: Type.String(),
  againAfterSeconds: orNull(Type.Integer()),
  begunAt: orNull(Instant),
  doneAt: orNull(Instant),
  doneMs: orNull(Type.Integer()),
  failedAt: orNull(Instant),
  waiting: Type.Integer(),
  active: Type.Integer(),
  openFailures: Type.Integer(),
})
export type JobInfo = Static<typeof JobInfo>

/** All jobs and their state. */
export const listJobs = {
  method: 'GET',
  path: '/admin/jobs',
  access: 'operator',
  summary: '运营：定时任务',
  outcome: outcomes.readInformation,
  data: Type.Array(JobInfo),
} satisfies Endpoint

/**
 * A failure in a job: of a whole run, or of one item of it, which `what` names. `times` counts the same failure from
 * `firstAt` to `lastAt`. `isOver`: a run succeeded since then.
 */
export const JobFailure = Type.Object({
  id: Id,
  name: Type.String(),
  what: Type.String(),
  error: Type.String(),
  times: Type.Integer(),
  firstAt: Instant,
  lastAt: Instant,
  retriedAt: orNull(Instant),
  isOver: Type.Boolean(),
})
export type JobFailure = Static<typeof JobFailure>

/** Failures of jobs, the latest first. `state` open leaves out those that were retried by hand. */
export const listJobFailures = {
  method: 'GET',
  path: '/admin/jobs/failures',
  access: 'operator',
  summary: '运营：任务失败记录',
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    name: Type.Optional(JobName),
    state: Type.Optional(Type.Enum(['open'])),
  }),
  data: Type.Array(JobFailure),
  paged: true,
} satisfies Endpoint

/** Runs a job again because of one of its failures. */
export const retryJob = {
  method: 'POST',
  path: '/admin/jobs/retry/:id',
  access: 'operator',
  summary: '运营：重试失败的任务',
  outcome: outcomes.operate,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

/** Runs a job now. Each job may run at any time: it does only what is still to be done. */
export const runJobNow = {
  method: 'POST',
  path: '/admin/jobs/run',
  access: 'operator',
  summary: '运营：立即执行任务',
  outcome: outcomes.operate,
  body: Type.Object({ name: JobName }),
  data: Type.Null(),
} satisfies Endpoint

/**
 * The state of the server and its database. It holds versions, the start time of this process and the size of the
 * database in bytes. It also states whether this process receives the changes of others, and whether every migration is
 * applied.
 */
export const readHealth = {
  method: 'GET',
  path: '/admin/health',
  access: 'operator',
  summary: '运营：运行状况',
  outcome: outcomes.readInformation,
  data: Type.Object({
    nodeVersion: Type.String(),
    postgresVersion: Type.String(),
    processSince: Instant,
    databaseBytes: Type.Integer(),
    isMigrated: Type.Boolean(),
    receivesChanges: Type.Boolean(),
  }),
} satisfies Endpoint

/**
 * The same failure in clients on one day, as clients reported it. `page`, `version` and `client` are those of the first
 * report.
 */
export const ClientError = Type.Object({
  id: Id,
  day: Day,
  app: Type.Enum([...CLIENT_APPS]),
  kind: Type.Enum([...CLIENT_ERROR_KINDS]),
  message: Type.String(),
  stack: Type.String(),
  page: Type.String(),
  version: Type.String(),
  client: Type.String(),
  times: Type.Integer(),
  lastAt: Instant,
})
export type ClientError = Static<typeof ClientError>

/** Failures in clients, the latest first. */
export const listClientErrors = {
  method: 'GET',
  path: '/admin/client-errors',
  access: 'operator',
  summary: '运营：客户端错误',
  outcome: outcomes.readInformation,
  query: Type.Object({ ...PageQuery, app: Type.Optional(Type.Enum([...CLIENT_APPS])) }),
  data: Type.Array(ClientError),
  paged: true,
} satisfies Endpoint
