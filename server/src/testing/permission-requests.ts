import { createShareTokens } from '../areas/activities/classes/share-link.ts'
import { codeOf, makeSecret } from '../areas/desks/staff/one-time-code.ts'
import { createNotificationSeal } from '../areas/money/payments/simulator.ts'
import { createPhoneTickets } from '../areas/people/auth/phone-ticket.ts'
import { feedFileName } from '../areas/views/calendar/feed.ts'
import type { MatrixRole } from '../http/permission-matrix.ts'
import { readTable } from '../http/read-table.ts'
import { createSecretBox } from '../process/secret-box.ts'
import { TEST_NOW, TOKEN_SECRET, TOMORROW } from './builders.ts'
import { ANALYTICS_TICKET } from './given-desks.ts'
import { certificateOf } from './given-people.ts'
import { RACKET_PHOTO, UNUSED_PHOTO } from './given-stringing.ts'
import { CONTRACT_PHOTO, FEED_VERSION, inWorld, sweepFileOf, type World } from './given-world.ts'
import { ONE_PIXEL } from './multipart-form.ts'

/**
 * A request below /aaapi. `file` goes in a form. `privateId` is the id of a private object in its path: an absent
 * object must give the same answer. `as` is the user who has the role for this object, if it differs from userOfRole.
 */
export type SweepRequest = {
  path: string
  body?: object
  headers?: Record<string, string>
  file?: Buffer
  privateId?: string
  as?: string
}

/** A valid request by this role, on an object of the world in the right state. */
type RequestOf = (world: World, role: MatrixRole) => SweepRequest

/** The user for each column of the matrix. A guest has no user, and staff are not users. */
export function userOfRole(world: World, role: MatrixRole): string | undefined {
  const users: Partial<Record<MatrixRole, string>> = {
    PO: world.stranger,
    PS: world.owner,
    PP: world.joiner,
    CO: world.outsider,
    CI: world.coach,
    CC: world.colleague,
    CA: world.admin,
    VM: world.manager,
  }
  return users[role]
}

/** The users who stand in for a role in some request, besides those of userOfRole. */
export const standIns = ({ coach, classmate, colleague, loner, joiner, student, invited, newcomer }: World) => [
  coach,
  classmate,
  colleague,
  loner,
  joiner,
  student,
  invited,
  newcomer,
]

/** The pictures that the sweep places in the files directory. */
const PUBLIC_PICTURE = 'public/avatars/1.webp'
export const SWEEP_PICTURES = [PUBLIC_PICTURE, CONTRACT_PHOTO, RACKET_PHOTO]

/** An unused refresh token of the world's owner. */
export const REFRESH_TOKEN = 'the refresh token of the permission walk'

/** The key of the operator's token who asked for the world's adjustment. */
export const ASKER = 'the operator of the world'

const VOUCHED_PHONE = '18612340000'
const HALF_MINUTE_MS = 30_000
const STAFF_SECRET = makeSecret()
const staffBox = createSecretBox(TOKEN_SECRET, 'second factor of staff')
const phoneTickets = createPhoneTickets(TOKEN_SECRET)
const shareTokens = createShareTokens(TOKEN_SECRET)
const feedTokens = createShareTokens(TOKEN_SECRET, 'calendar')

/** A call on one private object, whose id ends the path. These roles have somebody else stand in for them. */
const on =
  (
    path: string,
    idOf: (world: World, role: MatrixRole) => string,
    more: { body?: object; as?: (world: World) => Partial<Record<MatrixRole, string>> } = {},
  ): RequestOf =>
  (world, role) => {
    const id = idOf(world, role)
    const as = more.as?.(world)[role]
    return { path: `${path}/${id}`, privateId: id, ...(more.body && { body: more.body }), ...(as && { as }) }
  }

/** A call on one class by somebody who has its share link. */
const shared =
  (path: string): RequestOf =>
  ({ classes: { pending } }) => ({ path: `${path}/${pending}?share=${shareTokens.of(pending)}` })

/** Joins a class, by default as the caller. A caller without a user account cannot join as themselves. */
const joining =
  (bodyOf: (invitationId: string) => object, as?: (world: World) => string): RequestOf =>
  (world, role) => {
    const { pending } = world.classes
    const playerId = as?.(world) ?? userOfRole(world, role) ?? world.stranger
    const path = `/course-invitation/join/by-player/${pending}/${playerId}`
    return { path, privateId: pending, body: bodyOf(pending) }
  }

/** A player leaves a game. The initiator cannot leave, so the joiner stands in for them. */
const leaving =
  (game: 'publicBallId' | 'privateBallId'): RequestOf =>
  (world, role) => ({
    path: '/invitationball/leave',
    body: { id: world[game] },
    ...(role === 'PS' && { as: world.joiner }),
  })

/** The address of the owner's calendar feed for a version. The secret in it opens the feed to anybody who has it. */
const feedOf =
  (version: number): RequestOf =>
  ({ owner: userId }) => ({
    path: `/calendar/feed/${feedFileName({ userId, version }, feedTokens)}`,
    privateId: userId,
  })

/** An answer to the request that the coach received. The coach is its owner. */
const deciding = (path: string) =>
  on(path, ({ requestId }) => requestId, { as: ({ coach, classmate }) => ({ PS: coach, CI: classmate }) })

/** Only the operator who asked can withdraw what waits for a second one. */
const withdrawing = (path: string, idOf: (world: World) => string) => on(path, idOf, { as: () => ({ ST: ASKER }) })

/** The requests that depend on the role or hold a secret, by endpoint or by `endpoint | case`. */
const SPECIAL_REQUESTS: Record<string, RequestOf> = {
  // The newcomer bought the package.
  'GET /course-refunds/contract/{id}': on('/course-refunds/contract', ({ bought }) => bought.contractId, {
    as: ({ newcomer }) => ({ PS: newcomer }),
  }),
  'POST /course-refunds/contract/{id}': ({ bought: { contractId, seen }, newcomer }, role) => ({
    path: `/course-refunds/contract/${contractId}`,
    body: { cancelledIds: [], amountFen: 760_000, seen },
    privateId: contractId,
    ...(role === 'PS' && { as: newcomer }),
  }),
  // A staff refresh token belongs to another audience, so it is unknown here.
  'POST /auth/refresh-token': (_world, role) => ({
    path: '/auth/refresh-token',
    body: { refreshToken: role === 'ST' ? 'the refresh token of a staff account' : REFRESH_TOKEN },
  }),
  'POST /auth/settle-phone': (world, role) => {
    const userId = userOfRole(world, role) ?? world.owner
    const passwordHash = userId === world.owner ? world.passwordHash : undefined
    const ticket = phoneTickets.of({ userId, passwordHash, phone: VOUCHED_PHONE, by: 'WECHAT' }, TEST_NOW)
    return { path: '/auth/settle-phone', body: { ticket } }
  },
  'POST /auth/settle-phone-log-in': () => {
    const ticket = phoneTickets.of({ userId: '', passwordHash: undefined, phone: VOUCHED_PHONE, by: 'CODE' }, TEST_NOW)
    return { path: '/auth/settle-phone-log-in', body: { ticket } }
  },
  // Applicants need a certificate of their own. A coach is refused before the server checks the certificate.
  'POST /app-users/regist-coach/byplayer': ({ stranger, owner, joiner }, role) => {
    const certificates = [certificateOf(role === 'PO' ? stranger : role === 'PP' ? joiner : owner)]
    return {
      path: '/app-users/regist-coach/byplayer',
      body: { realName: '王启明', yearsTeaching: 3, region: '上海市', certificates },
    }
  },
  'GET /files/{relativePath}': () => ({ path: `/files/${PUBLIC_PICTURE}` }),
  'GET /files/{relativePath} | contract photo': () => ({ path: `/files/${CONTRACT_PHOTO}` }),
  'GET /files/{relativePath} | photo of a racket': () => ({ path: `/files/${RACKET_PHOTO}` }),
  'POST /user-contract/uploadUserContract': ({ owner: userId, companyId, coach, admin }, role) => ({
    path: '/user-contract/uploadUserContract',
    body: { userId, companyId, contractAttachment: sweepFileOf(role === 'CA' ? admin : coach) },
  }),
  'DELETE /user-relation/remove-by-player/{coachId}': on(
    '/user-relation/remove-by-player',
    ({ coach, outsider }, role) => (role === 'PS' ? coach : outsider),
    { as: ({ student }) => ({ PS: student }) },
  ),
  // A coach with future classes cannot leave, nor can an admin before the others. A coach who can leave stands in.
  'POST /coach-home/leaveCompany': ({ colleague, loner }, role) => ({
    path: '/coach-home/leaveCompany',
    body: {},
    ...(role === 'CI' && { as: colleague }),
    ...(role === 'CA' && { as: loner }),
  }),
  // The coach of the classes is in the company already. The loner is invited, and may ask another club.
  'POST /company/invitations/request': ({ otherCompanyId, loner }, role) => ({
    path: '/company/invitations/request',
    body: { companyId: otherCompanyId },
    ...(['CO', 'CI', 'CC', 'CA', 'VM'].includes(role) && { as: loner }),
  }),
  'GET /company/invitations/one/{id}': on(
    '/company/invitations/one',
    ({ companyInvitationId }) => companyInvitationId,
    {
      as: ({ loner }) => ({ CI: loner }),
    },
  ),
  'POST /company/invitations/answer/{id}': on(
    '/company/invitations/answer',
    ({ companyInvitationId }) => companyInvitationId,
    {
      as: ({ loner }) => ({ CI: loner }),
      body: { agree: true, revision: 0 },
    },
  ),
  'PUT /company/invitations/terms/{id}': on(
    '/company/invitations/terms',
    ({ companyInvitationId }) => companyInvitationId,
    {
      as: ({ loner }) => ({ CI: loner }),
      body: { courseIds: [], venueIds: [], revision: 0 },
    },
  ),
  'POST /company/invitations/withdraw/{id}': on(
    '/company/invitations/withdraw',
    ({ companyInvitationId }) => companyInvitationId,
    { as: ({ loner }) => ({ CI: loner }), body: {} },
  ),
  // The owner has the admin on their blacklist.
  // Nobody asks themselves, nor whom a blacklist keeps apart.
  'POST /questions/ask': ({ otherAdmin, outsider }, role) => ({
    path: '/questions/ask',
    body: {
      kind: 'coach',
      objectId: role === 'PS' ? outsider : otherAdmin,
      text: '可以报名吗？',
      phone: '13700000088',
    },
  }),
  'POST /student-requests/send': ({ otherAdmin, outsider, otherCourseId: courseId }, role) => ({
    path: '/student-requests/send',
    body: { coachId: role === 'PS' ? outsider : otherAdmin, courseId, freeTimes: ['WEEKEND_MORNING'], words: '想学' },
  }),
  'POST /trial-lessons/ask': (
    { otherAdmin, outsider, otherTrialCourseId: courseId, otherVenueId: stadiumId },
    role,
  ) => ({
    path: '/trial-lessons/ask',
    body: {
      coachId: role === 'PS' ? outsider : otherAdmin,
      courseId,
      wishes: [{ date: '2026-05-08', beginTimeSlot: 20, stadiumId }],
      words: '零基础',
      priceFen: 16_800,
    },
  }),
  'POST /common/messages/approve-pass/{id}': deciding('/common/messages/approve-pass'),
  'POST /common/messages/approve-reject/{id}': deciding('/common/messages/approve-reject'),

  'GET /course-invitation/{id} | with share link': shared('/course-invitation'),
  'GET /course-invitation/full-info/{id} | with share link': shared('/course-invitation/full-info'),
  'PUT /course-invitation/join/by-player/{a}/{b}': joining((id) => ({ share: shareTokens.of(id) })),
  'PUT /course-invitation/join/by-player/{a}/{b} | not entitled': joining(() => ({})),
  'PUT /course-invitation/join/by-player/{a}/{b} | {b} is somebody else': joining(
    (id) => ({ share: shareTokens.of(id) }),
    ({ idler }) => idler,
  ),
  // The initiator of a coach-made class is that coach. The classmate takes part in it.
  'PUT /course-invitation/update/by-self/{id} | coach-made': (world, role) => {
    const { coach: coachId, venueId: stadiumId, courseId: courseDesignId, invited } = world
    const hours = { selectedCourt: 1, courseDate: TOMORROW, beginTimeSlot: 32, endTimeSlot: 34 }
    const body = { coachId, stadiumId, courseDesignId, ...hours, participantsCount: 3, studentIds: [invited] }
    const as = { PS: coachId, PP: world.classmate }
    return on('/course-invitation/update/by-self', (w) => w.classes.coachMadeConfirmed, { body, as: () => as })(
      world,
      role,
    )
  },
  // A joiner of a player’s class pays nothing. In a coach-made class each player pays for themselves.
  'PUT /course-invitation/object/by-player/{id}': on(
    '/course-invitation/object/by-player',
    ({ classes }, role) => (role === 'PP' ? classes.coachMadeCompleted : classes.completed),
    { body: { words: '那天没有上课' }, as: ({ classmate }) => ({ PP: classmate }) },
  ),
  // The classmate was in the class of the past, and stands in for its owner and its participant.
  'PUT /course-invitation/past/answer/{id}': on('/course-invitation/past/answer', ({ classes }) => classes.past, {
    body: { agree: true },
    as: ({ classmate }) => ({ PS: classmate, PP: classmate }),
  }),
  // The class belongs to its coach. The invited player stands in for its owner and its participant.
  'PUT /course-invitation/decline/by-player/{id}': on(
    '/course-invitation/decline/by-player',
    ({ classes }) => classes.coachMadePending,
    { body: {}, as: ({ invited }) => ({ PS: invited, PP: invited }) },
  ),
  'PUT /course-invitation/like/to-player/{a}/{b}': ({ classes: { completed }, owner, joiner }, role) => ({
    path: `/course-invitation/like/to-player/${completed}/${role === 'PS' ? joiner : owner}`,
    privateId: completed,
  }),
  'POST /user-like/add': ({ classes: { completed: relatedId }, owner, coach }, role) => ({
    path: '/user-like/add',
    body: { targetUserId: role === 'CI' ? owner : coach, recordType: 'COURSE_INVITATION', relatedId },
  }),
  'GET /calendar/feed/{file}': feedOf(FEED_VERSION),
  'GET /calendar/feed/{file} | address that was renewed': feedOf(FEED_VERSION - 1),
  // Nobody can book themselves: the coach books a colleague.
  'POST /user/bookings': ({ commonCourseId, venueId: stadiumId, coach, colleague }, role) => ({
    path: '/user/bookings',
    body: {
      commonCourseId,
      coachId: role === 'CI' ? colleague : coach,
      stadiumId,
      selectedCourt: 1,
      courseDate: TOMORROW,
      beginTimeSlot: 32,
      endTimeSlot: 34,
    },
  }),
  'POST /invitationball/leave': leaving('publicBallId'),
  'POST /invitationball/leave | not public': leaving('privateBallId'),

  'POST /merchant/threading/orders/receive/{id}': on(
    '/merchant/threading/orders/receive',
    ({ shopWork }) => shopWork.orderIds.PAID,
    { body: { condition: '拍框完好', photos: [UNUSED_PHOTO] } },
  ),
  'POST /merchant/threading/orders/ready/{id}': on(
    '/merchant/threading/orders/ready',
    ({ shopWork }) => shopWork.orderIds.STRINGING,
    { body: { photos: [UNUSED_PHOTO] } },
  ),
  // The provider's notification that the owner’s payment has arrived.
  'POST /payments/notify/{provider}': ({ outTradeNo }) => {
    const payment = { state: 'SUCCESS', transactionId: 'S1', amountFen: 5_000, currency: 'CNY', paidAt: TEST_NOW }
    const body = { kind: 'payment', eventId: 'the event of the walk', outTradeNo, payment }
    const headers = createNotificationSeal(TOKEN_SECRET).headersFor(JSON.stringify(body), TEST_NOW)
    return { path: '/payments/notify/simulator', body, headers }
  },
  'POST /admin/card-adjustments/withdraw/{id}': withdrawing(
    '/admin/card-adjustments/withdraw',
    ({ money }) => money.adjustmentId,
  ),
  'POST /admin/offline-entries/withdraw/{id}': withdrawing(
    '/admin/offline-entries/withdraw',
    ({ money }) => money.offlineEntryId,
  ),
  'POST /admin/threading/refunds/withdraw/{id}': withdrawing(
    '/admin/threading/refunds/withdraw',
    ({ money }) => money.stringingRefundId,
  ),
  'POST /roster/imports': () => ({
    path: '/roster/imports?fileName=table.csv',
    file: Buffer.from('姓名,手机号,课程,剩余课时,单价,有效期\n林溪,13600000076,网球课,5,300,2026-12-31'),
  }),
  'POST /staff/enter': () => ({ path: '/staff/enter', body: { ticket: ANALYTICS_TICKET } }),
  // The ticket belongs to who began the set-up.
  'POST /staff/factor/confirm': ({ merchantStaffId, passwordHash }, role) => {
    const begun = `${TEST_NOW.getTime() + HALF_MINUTE_MS} ${merchantStaffId} ${STAFF_SECRET}`
    return {
      path: '/staff/factor/confirm',
      body: {
        ticket: staffBox.seal(`${begun} ${staffBox.hash(passwordHash)}`),
        code: codeOf(STAFF_SECRET, Math.floor(TEST_NOW.getTime() / HALF_MINUTE_MS)),
        password: 'demo1234',
      },
      ...(role === 'ST' && { as: 'staff' }),
    }
  },
}

/** How tests call each endpoint of the matrix, by endpoint or by `endpoint | case`. */
export const SWEEP_REQUESTS: Record<string, RequestOf> = { ...readRequests(), ...SPECIAL_REQUESTS }

/** Calls whose purpose is to return somebody else's phone to the roles that get 200. */
export const REVEALS_A_PHONE: readonly string[] = [
  'POST /coach-home/student-phone/{playerId}',
  'POST /admin/users/reveal-phone/{id}',
  // The shop may call the player while it has the racket.
  'GET /merchant/threading/orders/{id}',
  'POST /merchant/threading/orders/accept/{id}',
  'POST /merchant/threading/orders/receive/{id}',
  'POST /merchant/threading/orders/start/{id}',
  'POST /merchant/threading/orders/ready/{id}',
]

/** The requests of requests.tsv, whose first lines explain its columns. */
function readRequests(): Record<string, RequestOf> {
  return Object.fromEntries(
    readTable(new URL('../../requests.tsv', import.meta.url), 5).map(
      ([endpoint = '', name, ids = '', query = '', body = '']) => {
        const [, template = ''] = endpoint.split(' ')
        const values = ids === '-' ? [] : ids.split(' ')
        const request: RequestOf = (world) => {
          const left = values.map((value) => inWorld(world, value.replace('!', '')))
          const privateId = left[values.findIndex((value) => value.startsWith('!'))]
          const path = template.replace(/\{\w+\}/g, () => left.shift() ?? '')
          return {
            path: query === '-' ? path : `${path}?${encodeURI(inWorld(world, query))}`,
            ...(privateId && { privateId }),
            ...(body === 'picture' && { file: ONE_PIXEL }),
            ...(body.startsWith('{') && { body: JSON.parse(inWorld(world, body)) }),
          }
        }
        return [name === '-' ? endpoint : `${endpoint} | ${name}`, request]
      },
    ),
  )
}
