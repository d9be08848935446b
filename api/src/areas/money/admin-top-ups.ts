import { MAX_CARD_FEN } from '@paidang/domain/areas/money/cards/stored-card'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Fen, Id, Instant, PageQuery, Revision, seen } from '../../shapes.ts'
import { StaffAuditEvent } from '../ground/admin-audit.ts'

const planFields = {
  id: Id,
  principalFen: Fen,
  giftFen: Fen,
  isOnSale: Type.Boolean(),
  revision: Revision,
  createTime: Instant,
}

/** A top-up plan (充值方案) as operators see it. */
export const ManagedPlan = Type.Object(planFields)
export type ManagedPlan = Static<typeof ManagedPlan>

/** The same plan with what operators did to it. */
export const PlanDetail = Type.Object({ ...planFields, auditEvents: Type.Array(StaffAuditEvent) })
export type PlanDetail = Static<typeof PlanDetail>

export const queryPlans = {
  method: 'GET',
  path: '/admin/top-up-plans',
  access: 'operator',
  summary: 'All top-up plans, those on sale first, the smallest amount on top',
  outcome: outcomes.readInformation,
  query: Type.Object({ ...PageQuery, isOnSale: Type.Optional(Type.Boolean()) }),
  data: Type.Array(ManagedPlan),
  paged: true,
} satisfies Endpoint

export const readPlan = {
  method: 'GET',
  path: '/admin/top-up-plans/:id',
  access: 'operator',
  summary: 'One top-up plan',
  errors: ['top_up_plan_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: PlanDetail,
} satisfies Endpoint

const amounts = {
  principalFen: Type.Integer({ minimum: 0, maximum: MAX_CARD_FEN }),
  giftFen: Type.Integer({ minimum: 0, maximum: MAX_CARD_FEN }),
  isOnSale: Type.Boolean(),
}

export const createPlan = {
  method: 'POST',
  path: '/admin/top-up-plans',
  access: 'senior',
  once: 'by-key',
  summary: 'Adds a top-up plan',
  description: ['Of plans on sale no two have the same amount.'],
  errors: ['top_up_plan_invalid', 'top_up_plan_taken'],
  outcome: outcomes.create,
  body: Type.Object(amounts),
  data: PlanDetail,
} satisfies Endpoint

export const updatePlan = {
  method: 'PUT',
  path: '/admin/top-up-plans/:id',
  access: 'senior',
  summary: 'Changes a top-up plan, or takes it off sale',
  description: ['Orders keep the amounts with which they were made.'],
  errors: ['top_up_plan_invalid', 'top_up_plan_not_found', 'top_up_plan_taken'],
  outcome: outcomes.update,
  params: ById,
  decidesOn: 'top_up_plans',
  body: Type.Object({ ...amounts, ...seen }),
  data: PlanDetail,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The amounts that cards are topped up with, as operators see and sell them.',
  fields: {
    id: 'The id of the plan.',
    principalFen: 'What is paid in, in fen.',
    giftFen: 'What comes on top as a gift, in fen; at most a fifth of what is paid in.',
    isOnSale: 'Whether cards can be topped up with it.',
    'queryPlans.isOnSale': 'Whether plans on sale are wanted, or the others.',
    createTime: 'When the plan was added.',
    ManagedPlan: "A top-up plan in the operators' list.",
    PlanDetail: 'A top-up plan with what operators did to it.',
  },
}
