import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Id, Instant, orNull, PageQuery } from '../../shapes.ts'

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

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Checks of what must always hold in the data, and what they found.',
  fields: {
    name: 'The name that identifies the invariant.',
    'InvariantFinding.code': 'The short name of the invariant for readers, as in C5.',
    meaning: 'What must hold, in one Chinese sentence.',
    severity: 'How grave a violation is: fault of the data, or warning that housekeeping is late.',
    verdict: 'The result: ok it holds, broken it does not, unchecked it could not be asked.',
    count: 'How many objects violate it.',
    ids: 'The ids of at most five objects that violate it.',
    'InvariantFinding.error': 'Why the invariant could not be checked; null when it was.',
    'InvariantRun.error': 'Why the check broke off; null when it did not.',
    tookMs: 'How long the check of this invariant took, in milliseconds.',
    id: 'The id of the check.',
    requestedBy: 'The name of the staff member who started the check; null for a scheduled one.',
    askedAt: 'When the check was requested.',
    begunAt: 'When the check began; null while it waits for its turn.',
    endedAt: 'When the check ended; null until then.',
    'InvariantRun.total': 'How many invariants the check has.',
    checked: 'How many invariants are done.',
    broken: 'How many invariants are broken.',
    warnings: 'How many of the broken ones are only warnings.',
    unchecked: 'How many invariants could not be checked.',
    running: 'The check in progress; null when none runs.',
    last: 'The last check that ended, with its findings; null before the first.',
    failed: 'A later check that broke off; null without one.',
    run: 'The check itself.',
    findings: 'The result of each invariant.',
    InvariantFinding: 'The result of one invariant in a check.',
    InvariantRun: 'A check of everything that must always hold in the data.',
  },
}
