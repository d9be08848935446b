import { ALERT_KINDS } from '@paidang/domain/areas/desks/operations/alert'
import { CLIENT_APPS, CLIENT_ERROR_KINDS } from '@paidang/domain/kernel/client-error'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Day, Id, Instant, orNull, PageQuery } from '../../shapes.ts'

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

export const listJobs = {
  method: 'GET',
  path: '/admin/jobs',
  access: 'operator',
  summary: 'All jobs and their state',
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

export const listJobFailures = {
  method: 'GET',
  path: '/admin/jobs/failures',
  access: 'operator',
  summary: 'Failures of jobs, the latest first',
  description: ['`state` open leaves out those that were retried by hand.'],
  outcome: outcomes.readInformation,
  query: Type.Object({
    ...PageQuery,
    name: Type.Optional(JobName),
    state: Type.Optional(Type.Enum(['open'])),
  }),
  data: Type.Array(JobFailure),
  paged: true,
} satisfies Endpoint

export const retryJob = {
  method: 'POST',
  path: '/admin/jobs/retry/:id',
  access: 'operator',
  summary: 'Runs a job again because of one of its failures',
  errors: ['job_failure_not_found', 'job_not_found'],
  outcome: outcomes.operate,
  params: ById,
  data: Type.Null(),
} satisfies Endpoint

export const runJobNow = {
  method: 'POST',
  path: '/admin/jobs/run',
  access: 'operator',
  summary: 'Runs a job now',
  description: ['Each job may run at any time: it does only what is still to be done.'],
  errors: ['job_not_found'],
  outcome: outcomes.operate,
  body: Type.Object({ name: JobName }),
  data: Type.Null(),
} satisfies Endpoint

/** A process of the server, as it described itself last. `isSilent`: that was too long ago. */
const ServerProcess = Type.Object({
  name: Type.String(),
  startedAt: Instant,
  seenAt: Instant,
  isSilent: Type.Boolean(),
  memoryBytes: Type.Integer(),
  lagMs: Type.Integer(),
  connections: Type.Integer(),
  idle: Type.Integer(),
  waiting: Type.Integer(),
  sockets: Type.Integer(),
})

/** What waits for the server: runs of a job, messages to WeChat, or refunds. */
const Queue = Type.Object({ name: Type.String(), waiting: Type.Integer(), dueSeconds: Type.Integer() })

/** The text of a statement without its values, and what it took since the processes began. */
const SlowStatement = Type.Object({
  text: Type.String(),
  times: Type.Integer(),
  totalMs: Type.Integer(),
  maxMs: Type.Integer(),
})

/** Something that operators are told of by itself, until it is over. */
const OperationsAlert = Type.Object({
  id: Id,
  kind: Type.Enum([...ALERT_KINDS]),
  detail: Type.String(),
  since: Instant,
  endedAt: orNull(Instant),
})

const watched = {
  processes: Type.Array(ServerProcess),
  lastBackupAt: orNull(Instant),
  isBackupWatched: Type.Boolean(),
  certificateEndsAt: orNull(Instant),
  freeBytes: Type.Integer(),
  queues: Type.Array(Queue),
  slowest: Type.Array(SlowStatement),
  alerts: Type.Array(OperationsAlert),
}
const WatchedPart = Type.Object(watched)
/** What is watched of a deployment. */
export type Watched = Static<typeof WatchedPart>

export const readHealth = {
  method: 'GET',
  path: '/admin/health',
  access: 'operator',
  summary: 'The state of the server and its database',
  description: [
    'It holds versions, the start time of this process and the size of the database in bytes.',
    'It also states whether this process receives the changes of others, and whether every migration is applied.',
    'Every process describes itself a few times a minute. The last twenty alerts follow, the open ones first.',
  ],
  outcome: outcomes.readInformation,
  data: Type.Object({
    nodeVersion: Type.String(),
    postgresVersion: Type.String(),
    processSince: Instant,
    databaseBytes: Type.Integer(),
    isMigrated: Type.Boolean(),
    receivesChanges: Type.Boolean(),
    redisIsUp: orNull(Type.Boolean()),
    ...watched,
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

export const listClientErrors = {
  method: 'GET',
  path: '/admin/client-errors',
  access: 'operator',
  summary: 'Failures in clients, the latest first',
  outcome: outcomes.readInformation,
  query: Type.Object({ ...PageQuery, app: Type.Optional(Type.Enum([...CLIENT_APPS])) }),
  data: Type.Array(ClientError),
  paged: true,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The server's background jobs, their failures, the failures that clients report, and the state of the server.",
  fields: {
    id: 'The id of the recorded failure.',
    day: 'The day on which the failure was reported, in Shanghai.',
    app: 'Which client failed: h5 in a browser, weapp in WeChat, or the console.',
    'ClientError.kind': 'How it failed: render of a page, rejection of a promise, or script.',
    message: 'The text of the error, without personal data.',
    stack: 'The stack of the error, without personal data; may be empty.',
    page: 'The path of the page, without parameters.',
    version: 'The version of the client.',
    client: "The family of the browser, or WeChat's base library.",
    times: 'How many times the same failure occurred.',
    firstAt: 'When the failure occurred first.',
    lastAt: 'When the failure occurred last.',
    name: 'The name of the job.',
    what: 'Which item of the job failed; empty for a whole run.',
    'JobFailure.error': 'The text of the failure.',
    retriedAt: 'When the job was run again by hand because of it; null before that.',
    isOver: 'Whether a run succeeded since then.',
    cron: "When the job runs, as a cron expression in Shanghai's time.",
    againAfterSeconds: 'After how many seconds the job runs again; null when only its schedule counts.',
    begunAt: 'When the last run began; null before the first.',
    doneAt: 'When the last successful run ended; null before the first.',
    doneMs: 'How long the last successful run took, in milliseconds; null before the first.',
    failedAt: 'When the job last failed; null if never.',
    waiting: 'How many runs wait for their turn.',
    active: 'How many runs are in progress.',
    openFailures: 'How many failures nobody has retried by hand.',
    state: 'Only failures that are open: not retried by hand.',
    nodeVersion: 'The version of Node.js that runs the server.',
    postgresVersion: 'The version of PostgreSQL.',
    processSince: 'When the process that answers began.',
    databaseBytes: 'The size of the database, in bytes.',
    isMigrated: 'Whether every migration is applied.',
    redisIsUp: 'Whether Redis carries changes and counts calls; null where none is set.',
    receivesChanges: 'Whether the process hears of the changes that other processes make.',
    processes: 'The processes that serve this database.',
    'processes.name': 'The host of the process, its number and when it began.',
    'queues.name': 'outbox for messages to WeChat, refunds, or the name of a job.',
    startedAt: 'When the process began.',
    seenAt: 'When the process last described itself.',
    isSilent: 'Whether that was too long ago: the process was killed, or does not get on.',
    memoryBytes: 'The memory that the process takes.',
    lagMs: 'For how long it kept others waiting, in milliseconds: 99 of 100 times less.',
    connections: 'How many connections to the database it has.',
    idle: 'How many of them nobody uses.',
    'processes.waiting': 'How many callers wait for a connection.',
    'queues.waiting': 'How many wait.',
    sockets: 'How many open screens wait for changes.',
    lastBackupAt: 'When the last backup ended; null if there is none.',
    isBackupWatched: 'Whether operators are told when it is too old.',
    certificateEndsAt: "When the certificate of the product's address ends; null without one.",
    freeBytes: 'What is left of the disk, in bytes.',
    queues: 'What waits for the server, without what is empty.',
    dueSeconds: 'For how long the first of them is due.',
    slowest: 'The statements that took most time, over all processes.',
    text: 'The text of the statement, without values.',
    'slowest.times': 'How many times it ran.',
    totalMs: 'How long it took together, in milliseconds.',
    maxMs: 'How long it took at most, in milliseconds.',
    alerts: 'What operators were told of, the open ones first.',
    'alerts.kind':
      'What is wrong: INVARIANTS broken rules, REFUNDS stuck, OUTBOX messages late, BACKUP too old, DISK nearly full, LOG_IN somebody guesses passwords, CERTIFICATE ends soon.',
    detail: 'What is wrong, as a sentence.',
    since: 'When it was seen first.',
    endedAt: 'When it was over; null while it lasts.',
    ClientError: 'The same failure in clients on one day.',
    JobFailure: 'A failure of a job, or of one item of it.',
    JobInfo: 'A scheduled job of the server.',
  },
}
