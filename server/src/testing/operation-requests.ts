import { get, type RequestOf, send } from './sweep-request.ts'

/** How tests send the calls about audit, jobs, client errors, the outbox and checks. */
export const OPERATION_REQUESTS: Record<string, RequestOf> = {
  'GET /admin/audit': get(() => '/admin/audit?current=1&rows=20'),
  'GET /admin/jobs': get(() => '/admin/jobs'),
  'GET /admin/jobs/failures': get(() => '/admin/jobs/failures?current=1&rows=20'),
  'GET /admin/client-errors': get(() => '/admin/client-errors?current=1&rows=20'),
  'POST /client-errors': send('/client-errors', () => ({
    app: 'h5',
    kind: 'script',
    message: 'a fault',
    stack: 'Error: a fault',
    page: '/pages/home/index',
    version: '1.0.0',
    client: 'Chrome 120',
  })),
  'POST /admin/jobs/retry/{id}': (world) => ({
    path: `/admin/jobs/retry/${world.operations.jobFailureId}`,
    body: {},
  }),
  'POST /admin/jobs/run': send('/admin/jobs/run', () => ({ name: 'cleanup-outbox' })),
  'GET /admin/health': get(() => '/admin/health'),
  'GET /admin/outbox': get(() => '/admin/outbox?current=1&rows=20'),
  'POST /admin/outbox/retry': send('/admin/outbox/retry', () => ({})),
  'POST /admin/outbox/dismiss': send('/admin/outbox/dismiss', () => ({})),
  'GET /admin/invariants': get(() => '/admin/invariants'),
  'GET /admin/invariants/run/{id}': get(({ operations }) => `/admin/invariants/run/${operations.checkId}`),
  'GET /admin/invariants/runs': get(() => '/admin/invariants/runs?current=1&rows=20'),
  'POST /admin/invariants/run': send('/admin/invariants/run', () => ({})),
}
