import {
  MAX_COACH_ABSENT_HALVES,
  MAX_FORGIVEN_DAYS,
  MAX_FORGIVEN_TIMES,
  MAX_TIER_HOURS,
  MAX_TIERS,
} from '@paidang/domain/areas/activities/classes/policy'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { Id, Instant, orNull } from '../../shapes.ts'

const Percent = Type.Integer({ minimum: 0, maximum: 100 })
const Forgiven = Type.Object({
  times: Type.Integer({ minimum: 0, maximum: MAX_FORGIVEN_TIMES }),
  days: Type.Integer({ minimum: 1, maximum: MAX_FORGIVEN_DAYS }),
})

/** What it costs to cancel or to miss a class (取消规则). */
export const PolicyTerms = Type.Object({
  tiers: Type.Array(Type.Object({ hours: Type.Integer({ minimum: 1, maximum: MAX_TIER_HOURS }), percent: Percent }), {
    maxItems: MAX_TIERS,
  }),
  percents: Type.Object({ late: Percent, absent: Percent, leave: Percent }),
  forgiven: Type.Object({ cancel: Forgiven, late: Forgiven, absent: Forgiven, leave: Forgiven }),
  coachAbsentHalves: Type.Integer({ minimum: 0, maximum: MAX_COACH_ABSENT_HALVES }),
})
export type PolicyTerms = Static<typeof PolicyTerms>

const PolicyVersion = Type.Object({
  version: Type.Integer(),
  terms: orNull(PolicyTerms),
  madeBy: Type.String(),
  createTime: Instant,
})

/** The policy of a company, or of one of its courses, with all its versions. */
export const ManagedPolicy = Type.Object({
  courseId: orNull(Id),
  courseName: orNull(Type.String()),
  version: Type.Integer(),
  terms: orNull(PolicyTerms),
  versions: Type.Array(PolicyVersion),
})
export type ManagedPolicy = Static<typeof ManagedPolicy>

/** The policies of a company: its own first, then those of its courses. */
export const ManagedPolicies = Type.Object({
  rule: Type.Object({ freeCancelHours: Type.Integer(), forgivenLateCancels: Type.Integer() }),
  policies: Type.Array(ManagedPolicy),
})
export type ManagedPolicies = Static<typeof ManagedPolicies>

export const managedPolicies = {
  method: 'GET',
  path: '/policies/managed',
  access: 'company',
  summary: "The policies of the caller's company and of its courses, with their versions",
  outcome: outcomes.readCompany,
  data: ManagedPolicies,
} satisfies Endpoint

export const changePolicy = {
  method: 'PUT',
  path: '/policies/managed',
  access: 'company',
  summary: 'Makes a new version of the policy of the company, or of one of its courses',
  description: [
    'Classes that are made from now on carry it; all others keep theirs.',
    'Without terms the policy ends: for a course the one of the company applies, for the company its rule.',
    'Tiers may come in any order; they are stored and read with the earliest first.',
    'Another version than the one that was seen refuses. The present terms again change nothing.',
  ],
  errors: [
    'course_not_found',
    'policy_changed',
    'policy_counts_invalid',
    'policy_percents_invalid',
    'policy_percents_out_of_range',
    'policy_tiers_invalid',
    'policy_tiers_out_of_range',
  ],
  outcome: outcomes.update,
  body: Type.Object({
    courseId: orNull(Id),
    version: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    terms: orNull(PolicyTerms),
  }),
  data: ManagedPolicies,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'Policies of companies: what it costs to cancel or to miss a class, in versions that never change.',
  fields: {
    tiers: 'What cancelling costs, the earliest tier first; the later, the more. Before the first one it is free.',
    hours: 'How many hours before the start the tier begins.',
    percent: 'How much of the held hours is lost, in percent; halves are rounded in the player’s favour.',
    percents: 'How much of the held hours is lost by attendance, in percent.',
    late: 'Who comes late.',
    absent: 'Who does not come.',
    leave: 'Who is on leave.',
    cancel: 'Who cancels late.',
    forgiven: 'How many of each kind cost nothing.',
    times: 'How many cost nothing.',
    days: 'Over how many days back they are counted.',
    coachAbsentHalves: 'How many half-hours a player gets on top of the returned ones when the coach did not come.',
    rule: 'The rule of the company where there is no policy: cancelling late costs all, after a number that is forgiven.',
    policies: 'The policy of the company, then those of its courses; those without any have version 0.',
    courseId: 'The id of the course; null for the policy of the company.',
    courseName: 'The name of the course; null for the policy of the company.',
    version: 'The number of the version, counted from 1; 0 where there is none yet.',
    'changePolicy.version': 'The version that the caller saw.',
    terms: 'What applies to classes made from then on; null where it was ended, or there is none.',
    versions: 'All versions, the latest first.',
    madeBy: 'The nickname of who made the version.',
    createTime: 'When the version was made.',
    PolicyTerms: 'What it costs to cancel or to miss a class.',
    ManagedPolicy: 'The policy of a company, or of one of its courses.',
    ManagedPolicies: 'The policies of a company.',
  },
}
