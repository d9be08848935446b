import type { RevisedTable } from '@paidang/domain/kernel/revision'
import type { MatrixRole } from '../http/permission-matrix.ts'
import type { World } from './given-world.ts'

/** A call that decides on, or overwrites, what others may have changed since its sender read it. */
export type RevisedCall = {
  /** The name of its request in the permission sweep, which succeeds for the role. */
  request: string
  role: MatrixRole
  /** The row that others may change in between. */
  table: RevisedTable
  rowId: (world: World) => string
  /** Puts the revision into the body, where it is not simply `revision`. */
  bodyWith?: (body: object, revision: number) => object
}

/** For each table a change by somebody else, as the assignments of an UPDATE, and how a refusal says it. */
export const CHANGES: Partial<Record<RevisedTable, { set: string; says: string }>> = {
  invitations: {
    set: "course_design_price = 12300, message_to_players = '带上拍子'",
    says: '价格已改为 ¥123/课时，留言已修改',
  },
  ball_games: { set: "description = '带球', title = '周三单打'", says: '标题已改为 周三单打，说明已修改' },
  courses: { set: 'price_per_session = 12300', says: '价格已改为 ¥123/课时' },
  companies: { set: 'free_cancel_hours = 48', says: '免费取消时限已改为开课前 48 小时' },
  contracts: { set: "expiry_date = '2027-01-31'", says: '有效期已改为 2027-01-31' },
}

type Named = Pick<RevisedCall, 'request' | 'role'>
const ofClass = (kind: keyof World['classes'], calls: readonly Named[]): RevisedCall[] =>
  calls.map((call) => ({ ...call, table: 'invitations', rowId: ({ classes }) => classes[kind] }))

type BallOfWorld = 'publicBallId' | 'freeBallId' | 'strongBallId' | 'fullBallId'
const ofBall = (ball: BallOfWorld, role: MatrixRole, ...requests: string[]): RevisedCall[] =>
  requests.map((request) => ({ request, role, table: 'ball_games', rowId: (world) => world[ball] }))

/** All of them. A test compares the list with the calls that accept a revision. */
export const REVISED_CALLS: readonly RevisedCall[] = [
  ...ofClass('pending', [
    { request: 'PUT /course-invitation/confirm/by-coach/{id}', role: 'CI' },
    { request: 'PUT /course-invitation/update/by-self/{id}', role: 'PS' },
    { request: 'PUT /course-invitation/join/by-player/{a}/{b}', role: 'PO' },
    { request: 'PUT /course-invitation/change-coach/{a}/{b}', role: 'PS' },
  ]),
  ...ofClass('confirmed', [
    { request: 'PUT /course-invitation/cancel/by-coach/{id}', role: 'CI' },
    { request: 'PUT /course-invitation/cancel/by-player/{id}', role: 'PS' },
  ]),
  ...ofClass('withoutContract', [{ request: 'PUT /course-invitation/contract/by-coach/{id}', role: 'CI' }]),
  ...ofClass('running', [
    { request: 'PUT /course-invitation/sign/by-coach/{id}', role: 'CI' },
    { request: 'PUT /course-invitation/finish/by-coach/{id}', role: 'CI' },
    { request: 'PUT /course-invitation/complete/by-coach/{id}', role: 'CI' },
  ]),
  ...ofBall(
    'publicBallId',
    'PS',
    'POST /invitationball/update',
    'POST /invitationball/cancel',
    'POST /invitationball/publicBallOrNot',
    'POST /invitationball/hand-over',
    'POST /invitationball/swap',
  ),
  ...ofBall('publicBallId', 'PP', 'POST /invitationball/leave', 'POST /invitationball/agree'),
  ...ofBall('publicBallId', 'PO', 'POST /invitationball/enroll', 'POST /ballParticipant/create'),
  ...ofBall('freeBallId', 'PO', 'POST /invitationball/join'),
  ...ofBall('strongBallId', 'PO', 'POST /invitationball/request'),
  ...ofBall('fullBallId', 'PO', 'POST /invitationball/wait'),
  {
    request: 'POST /company-course/update-by-company',
    role: 'CA',
    table: 'courses',
    rowId: ({ unusedCourseId }) => unusedCourseId,
  },
  {
    request: 'DELETE /company-course/delete-by-id/{id}',
    role: 'CA',
    table: 'courses',
    rowId: ({ unusedCourseId }) => unusedCourseId,
  },
  { request: 'PUT /company/settings/{id}', role: 'CA', table: 'companies', rowId: ({ companyId }) => companyId },
  {
    request: 'POST /user-course-contract/update-sessions',
    role: 'CI',
    table: 'contracts',
    rowId: ({ contractId }) => contractId,
    bodyWith: (body, revision) => {
      const { items, ...rest } = body as { items: object[] }
      return { ...rest, items: items.map((item) => ({ ...item, revision })) }
    },
  },
  {
    request: 'POST /common/messages/approve-pass/{id}',
    role: 'PS',
    table: 'invitations',
    rowId: ({ classes }) => classes.pending,
  },
  {
    request: 'POST /common/messages/approve-reject/{id}',
    role: 'PS',
    table: 'invitations',
    rowId: ({ classes }) => classes.pending,
  },
  ...ofClass('coachMadePending', [{ request: 'PUT /course-invitation/decline/by-player/{id}', role: 'PS' }]),
]
