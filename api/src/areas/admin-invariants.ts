import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Id, Instant, orNull, PageQuery } from '../shapes.ts'

/**
 * A check of all invariants. `begunAt` is missing while the check waits for its turn, `endedAt` until it ended.
 * `checked` of `total` invariants are done. `error` states why it broke off. `requestedBy` is the staff member's name,
 * null for a scheduled check.
 */
export const InvariantRun = Type.Object({
  id: Id,
  requestedBy: orNull(Type.String()),
  askedAt: Instant,
  begunAt: orNull(Instant),
  endedAt: orNull(Instant),
  total: Type.Integer(),
  checked: Type.Integer(),
  broken: Type.Integer(),
  warnings: Type.Integer(),
  unchecked: Type.Integer(),
  error: orNull(Type.String()),
})
export type InvariantRun = Static<typeof InvariantRun>

/**
 * The result of one invariant. `name` identifies it, and `code` names it for a reader, as in C5. `meaning` states in
 * Chinese what must hold. If it is broken, `count` objects violate it,
 * and `ids` names five of them. A warning means that housekeeping is late.
 */
export const InvariantFinding = Type.Object({
  name: Type.String(),
  code: Type.String(),
  meaning: Type.String(),
  severity: Type.Enum(['fault', 'warning']),
  verdict: Type.Enum(['ok', 'broken', 'unchecked']),
  count: Type.Integer(),
  ids: Type.Array(Type.String()),
  error: orNull(Type.String()),
  tookMs: Type.Integer(),
})
export type InvariantFinding = Static<typeof InvariantFinding>

const RunWithFindings = Type.Object({ run: InvariantRun, findings: Type.Array(InvariantFinding) })
export type RunWithFindings = Static<typeof RunWithFindings>

export const readInvariants = {
  method: 'GET',
  path: '/admin/invariants',
  access: 'operator',
  summary:
    'The check in progress, if any; the last one that ended, with its findings; and a later one that broke off (`failed`).',
  outcome: outcomes.readInformation,
  data: Type.Object({ running: orNull(InvariantRun), last: orNull(RunWithFindings), failed: orNull(InvariantRun) }),
} satisfies Endpoint

export const readInvariantRun = {
  method: 'GET',
  path: '/admin/invariants/run/:id',
  access: 'operator',
  summary: 'One check and its findings',
  errors: ['check_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: RunWithFindings,
} satisfies Endpoint

export const listInvariantRuns = {
  method: 'GET',
  path: '/admin/invariants/runs',
  access: 'operator',
  summary: 'All checks, latest first',
  outcome: outcomes.readInformation,
  query: Type.Object(PageQuery),
  data: Type.Array(InvariantRun),
  paged: true,
} satisfies Endpoint

export const runInvariants = {
  method: 'POST',
  path: '/admin/invariants/run',
  access: 'operator',
  summary: 'Starts a check',
  description: ['Only one runs at a time.'],
  errors: ['check_under_way'],
  outcome: outcomes.operate,
  data: InvariantRun,
} satisfies Endpoint
