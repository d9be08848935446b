import { createShareTokens } from '../areas/activities/classes/share-link.ts'
import type { MatrixRole } from '../http/permission-matrix.ts'
import { ACCOUNT_REQUESTS } from './account-requests.ts'
import { ADDRESS_REQUESTS } from './address-requests.ts'
import { ADVERT_REQUESTS } from './advert-requests.ts'
import { ANALYTICS_REQUESTS } from './analytics-requests.ts'
import { APPROVAL_REQUESTS } from './approval-requests.ts'
import { BALL_REQUESTS } from './ball-requests.ts'
import { TOMORROW } from './builders.ts'
import { CALENDAR_REQUESTS } from './calendar-requests.ts'
import { CARD_REQUESTS } from './card-requests.ts'
import { COMPANY_REQUESTS } from './company-requests.ts'
import { RACKET_PHOTO } from './given-shop-work.ts'
import { CONTRACT_PHOTO, IDLER_PHONE, sweepFileOf, type World } from './given-world.ts'
import { MESSAGE_REQUESTS } from './message-requests.ts'
import { MONEY_REQUESTS } from './money-requests.ts'
import { ONE_PIXEL } from './multipart-form.ts'
import { OPERATION_REQUESTS } from './operation-requests.ts'
import { PAYMENT_REQUESTS } from './payment-requests.ts'
import { PEOPLE_REQUESTS } from './people-requests.ts'
import { SHARING_REQUESTS } from './sharing-requests.ts'
import { SHOP_KEEPING_REQUESTS } from './shop-keeping-requests.ts'
import { SHOP_REQUESTS } from './shop-requests.ts'
import { STAFF_REQUESTS } from './staff-requests.ts'
import { SHOP_REVEALS_A_PHONE, STRINGING_ORDER_REQUESTS } from './stringing-order-requests.ts'
import { STRINGING_REQUESTS } from './stringing-requests.ts'
import { get, on, type RequestOf, send, userOfRole } from './sweep-request.ts'
import { TOKEN_SECRET } from './test-server.ts'
import { USER_REQUESTS } from './user-requests.ts'
import { VENUE_REQUESTS } from './venue-requests.ts'

/** The users who stand in for a role in some request, besides those of userOfRole. */
export const standIns = ({ coach, classmate, colleague, loner, joiner, student, invited }: World) => [
  coach,
  classmate,
  colleague,
  loner,
  joiner,
  student,
  invited,
]

/** The pictures that the sweep places in the files directory. */
const PUBLIC_PICTURE = 'public/avatars/1.webp'
export const SWEEP_PICTURES = [PUBLIC_PICTURE, CONTRACT_PHOTO, RACKET_PHOTO]

/** An unused refresh token of the world's owner. */
export const REFRESH_TOKEN = 'the refresh token of the permission walk'

const GUEST = '123456'

const grid = ({ coach: coachId, venueId: stadiumId }: World) => ({ coachId, stadiumId, date: TOMORROW })
const booking = ({ coach: coachId, venueId: stadiumId, courseId: courseDesignId }: World) => ({
  coachId,
  stadiumId,
  courseDesignId,
  selectedCourt: 1,
  courseDate: TOMORROW,
  beginTimeSlot: 32,
  endTimeSlot: 34,
})

const course = ({ companyId: companyGuid, coach }: World) => ({
  companyGuid,
  courseName: '体验课',
  pricePerSession: '9900',
  sessionDuration: 60,
  coachIds: [coach],
})

/** An answer to the request that the coach received. The coach is its owner. */
const deciding =
  (path: string): RequestOf =>
  ({ requestId, coach, classmate }, role) => {
    const others: Partial<Record<MatrixRole, string>> = { PS: coach, CI: classmate }
    return { path: `${path}/${requestId}`, privateId: requestId, ...(others[role] && { as: others[role] }) }
  }

const shareTokens = createShareTokens(TOKEN_SECRET)
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
    return {
      path: `/course-invitation/join/by-player/${pending}/${playerId}`,
      privateId: pending,
      body: bodyOf(pending),
    }
  }

/**
 * How tests call each endpoint of the matrix, by endpoint. A case that needs another request than its endpoint has the
 * key `endpoint | case`.
 */
export const SWEEP_REQUESTS: Record<string, RequestOf> = {
  'POST /auth/h5-login': send('/auth/h5-login', ({ login }) => login),
  // A staff refresh token belongs to another audience, so it is unknown here.
  'POST /auth/refresh-token': (_world, role) => ({
    path: '/auth/refresh-token',
    body: { refreshToken: role === 'ST' ? 'the refresh token of a staff account' : REFRESH_TOKEN },
  }),
  'POST /auth/logout': send('/auth/logout'),
  'GET /operator': get(() => '/operator'),
  'GET /features': get(() => '/features'),
  'GET /auth/demo-accounts': get(() => '/auth/demo-accounts'),

  'GET /coach-home/coachVO/{id}': get(({ coach }) => `/coach-home/coachVO/${coach}`),
  'GET /app-users/get-plaperVO/{id}': get(({ owner }) => `/app-users/get-plaperVO/${owner}`),
  'GET /user-relation/coach-by-player/{playerId}': get(({ owner }) => `/user-relation/coach-by-player/${owner}`),
  'GET /stadium/searchByCityAndApprove': get(() => '/stadium/searchByCityAndApprove?approveStatus=1'),
  'GET /stadium/{id}': get(({ venueId }) => `/stadium/${venueId}`),
  'GET /coach-stadium/query-by-stadium/{id}': get(({ venueId }) => `/coach-stadium/query-by-stadium/${venueId}`),
  'GET /field/getFieldsByVenueId/{id}': get(({ venueId }) => `/field/getFieldsByVenueId/${venueId}`),
  'GET /coach-stadium/query-by-coach/{coachId}': get(({ coach }) => `/coach-stadium/query-by-coach/${coach}`),
  'GET /common/adv/getHomeAdv': get(() => '/common/adv/getHomeAdv'),
  'GET /common/adv/getHomeTopAdv': get(() => '/common/adv/getHomeTopAdv'),
  'GET /files/{relativePath}': get(() => `/files/${PUBLIC_PICTURE}`),
  'GET /files/{relativePath} | contract photo': get(() => `/files/${CONTRACT_PHOTO}`),
  'POST /files/upload': () => ({ path: '/files/upload?purpose=venue', file: ONE_PIXEL }),
  'POST /admin/files/upload': () => ({ path: '/admin/files/upload?purpose=product', file: ONE_PIXEL }),
  'POST /user-contract/uploadUserContract': ({ owner: userId, companyId, coach, admin }, role) => ({
    path: '/user-contract/uploadUserContract',
    body: { userId, companyId, contractAttachment: sweepFileOf(role === 'CA' ? admin : coach) },
  }),
  'GET /user-contract/photos/{userId}': get(({ owner }) => `/user-contract/photos/${owner}`),
  'GET /coach-stadium/managed-by-coach/{coachId}': get(({ coach }) => `/coach-stadium/managed-by-coach/${coach}`),
  'POST /coach-stadium/add-by-coach': send('/coach-stadium/add-by-coach', ({ venueId: stadiumId }) => ({ stadiumId })),
  // A venue without classes that none of the callers manages.
  'DELETE /coach-stadium/remove-by-coach/{stadiumId}': get(
    ({ otherVenueId }) => `/coach-stadium/remove-by-coach/${otherVenueId}`,
  ),
  'POST /coach-stadium/new-stadium-by-coach': send('/coach-stadium/new-stadium-by-coach', () => ({
    name: '滨江新馆',
    address: '滨江路 1 号',
    city: '上海',
    district: '徐汇区',
    courtCodes: 'A1,A2',
  })),
  'GET /openapi.json': get(() => '/openapi.json'),
  'GET /docs': get(() => '/docs'),

  'POST /player-home/courtStatusBy': send('/player-home/courtStatusBy', grid),
  'POST /coach-home/courtStatusBy': send('/coach-home/courtStatusBy', grid),
  'POST /player-home/courtStatusVersion': send('/player-home/courtStatusVersion', grid),
  'GET /live': get(() => '/live'),
  'POST /player-home/dayMarksBy': send('/player-home/dayMarksBy', grid),

  'GET /user-course-contract/by-user/{userId}': get(({ owner }) => `/user-course-contract/by-user/${owner}`),
  'GET /user-course-contract/by-user/{id}/search-by-coach': get(
    ({ owner, coach }) => `/user-course-contract/by-user/${owner}/search-by-coach?coachId=${coach}`,
  ),
  'GET /user-contract/byUserAndCompany/{userId}/{companyId}': get(
    ({ owner, companyId }) => `/user-contract/byUserAndCompany/${owner}/${companyId}`,
  ),
  'GET /user-course-contract/active/by-user/{userId}/{x}': get(
    ({ owner, coach }) => `/user-course-contract/active/by-user/${owner}/${coach}`,
  ),
  'GET /user-course-contract/statement/{id}': on('/user-course-contract/statement', ({ contractId }) => contractId),

  'GET /coach-home/player-page/{coachId}': get(({ coach }) => `/coach-home/player-page/${coach}?current=1&rows=10`),
  'GET /coach-home/player-page-by-company/{companyId}': get(
    ({ companyId }) => `/coach-home/player-page-by-company/${companyId}?current=1&rows=10`,
  ),
  'GET /course-used-record': get(() => '/course-used-record?current=1&rows=10'),
  'GET /course-used-record/page-by-user/incompany': get(
    ({ owner }) => `/course-used-record/page-by-user/incompany?userId=${owner}&current=1&rows=10`,
  ),
  'POST /user-course-contract/update-sessions': send(
    '/user-course-contract/update-sessions',
    ({ contractId: id, owner: userId, courseId: courseDesignId }) => ({
      items: [{ id, userId, courseDesignId, settingSessions: 30, expiryDate: '2027-01-31', isPhoneChecked: true }],
      reason: '补课',
    }),
  ),
  'GET /coach-home/student/{playerId}': on('/coach-home/student', ({ owner }) => owner),
  'POST /coach-home/student-phone/{playerId}': on('/coach-home/student-phone', ({ owner }) => owner),
  'GET /app-users/searchByPhone/{phone}': get(() => `/app-users/searchByPhone/${IDLER_PHONE}`),
  'POST /user-relation/add-byCoach': send('/user-relation/add-byCoach', ({ idler: playerId }) => ({ playerId })),
  'POST /user-relation/add-byCoach | never found': send('/user-relation/add-byCoach', ({ stranger: playerId }) => ({
    playerId,
  })),
  'DELETE /user-relation/remove-by-player/{coachId}': ({ coach, outsider, student }, role) => {
    const coachId = role === 'PS' ? coach : outsider
    const path = `/user-relation/remove-by-player/${coachId}`
    return { path, privateId: coachId, ...(role === 'PS' && { as: student }) }
  },
  'DELETE /user-relation/remove-by-coach/{id}': on('/user-relation/remove-by-coach', ({ relationId }) => relationId),
  'GET /user-course-contract/company-course/all-by-company/{id}': get(
    ({ companyId }) => `/user-course-contract/company-course/all-by-company/${companyId}`,
  ),
  'GET /company-course/detail/{id}': get(({ courseId }) => `/company-course/detail/${courseId}`),
  'POST /company-course/add-by-company': send('/company-course/add-by-company', course),
  'POST /company-course/update-by-company': send('/company-course/update-by-company', (world) => ({
    ...course(world),
    id: world.unusedCourseId,
  })),
  'DELETE /company-course/delete-by-id/{id}': get(
    ({ unusedCourseId }) => `/company-course/delete-by-id/${unusedCourseId}`,
  ),
  'GET /company-course/common-courses': get(() => '/company-course/common-courses'),
  'GET /company-course/common-courses/{id}': get(
    ({ commonCourseId }) => `/company-course/common-courses/${commonCourseId}`,
  ),
  'GET /company/getone/{id}': get(({ companyId }) => `/company/getone/${companyId}`),
  'PUT /company/settings/{id}': (world) => ({
    path: `/company/settings/${world.companyId}`,
    body: { freeCancelHours: 12, forgivenLateCancels: 2, firstStart: 14, lastStart: 42 },
  }),
  'GET /company/findCoachByCompanyId/{id}': get(
    ({ companyId }) => `/company/findCoachByCompanyId/${companyId}?nickname=${encodeURIComponent('教练')}`,
  ),
  'POST /coach-home/changeCompanyAdmin': send(
    '/coach-home/changeCompanyAdmin',
    ({ companyId, colleague: coachId }) => ({
      companyId,
      coachId,
    }),
  ),
  // A coach with future classes cannot leave, nor can an admin before the others. A coach who can leave stands in.
  'POST /coach-home/leaveCompany': ({ colleague, loner }, role) => {
    const others: Partial<Record<MatrixRole, string>> = { CI: colleague, CA: loner }
    return { path: '/coach-home/leaveCompany', body: {}, ...(others[role] && { as: others[role] }) }
  },

  'GET /common/messages/ball-message': get(() => '/common/messages/ball-message?current=1&rows=10'),
  'GET /common/messages/ball-message/{messageType}': get(() => '/common/messages/ball-message/all?current=1&rows=10'),
  'GET /common/messages/unread-count': get(() => '/common/messages/unread-count'),
  'POST /common/messages/approve-pass/{id}': deciding('/common/messages/approve-pass'),
  'POST /common/messages/approve-reject/{id}': deciding('/common/messages/approve-reject'),
  'POST /common/messages/approve-read/{id}': on('/common/messages/approve-read', ({ messageId }) => messageId),
  'POST /common/messages/approve-delete/{id}': on('/common/messages/approve-delete', ({ messageId }) => messageId),

  'GET /coach-course/findCoachByCourse/{id}': get(({ courseId }) => `/coach-course/findCoachByCourse/${courseId}`),
  'GET /course-invitation/{id}': on('/course-invitation', ({ classes }) => classes.pending),
  'GET /course-invitation/full-info/{id}': on('/course-invitation/full-info', ({ classes }) => classes.pending),
  'GET /course-invitation/usual/by-player/{id}': get(({ owner }) => `/course-invitation/usual/by-player/${owner}`),
  'GET /course-invitation/usual/by-player/{id} | id=123456': get(() => `/course-invitation/usual/by-player/${GUEST}`),
  'GET /course-invitation/{id} | with share link': shared('/course-invitation'),
  'GET /course-invitation/full-info/{id} | with share link': shared('/course-invitation/full-info'),
  'POST /course-invitation/create/by-coach': send('/course-invitation/create/by-coach', (world) => ({
    ...booking(world),
    coachId: undefined,
    studentIds: [world.owner, world.newcomer],
  })),
  'PUT /course-invitation/join/by-player/{a}/{b}': joining((id) => ({ share: shareTokens.of(id) })),
  'PUT /course-invitation/join/by-player/{a}/{b} | not entitled': joining(() => ({})),
  'PUT /course-invitation/join/by-player/{a}/{b} | {b} is somebody else': joining(
    (id) => ({ share: shareTokens.of(id) }),
    ({ idler }) => idler,
  ),
  'PUT /course-invitation/contract/by-coach/{id}': on(
    '/course-invitation/contract/by-coach',
    ({ classes }) => classes.withoutContract,
    { sessions: 10, expiryDate: '2026-12-31', isPhoneChecked: true },
  ),
  'POST /course-invitation/create/by-player': send('/course-invitation/create/by-player', booking),
  'PUT /course-invitation/update/by-self/{id}': (world) => ({
    path: `/course-invitation/update/by-self/${world.classes.pending}`,
    privateId: world.classes.pending,
    body: { ...booking(world), participantsCount: 3 },
  }),
  'PUT /course-invitation/update/by-self/{id} | coach-made': (world, role) => {
    const { coachMadeConfirmed } = world.classes
    // The initiator of a coach-made class is that coach. The classmate takes part in it.
    const others: Partial<Record<MatrixRole, string>> = { PS: world.coach, PP: world.classmate }
    return {
      path: `/course-invitation/update/by-self/${coachMadeConfirmed}`,
      privateId: coachMadeConfirmed,
      body: { ...booking(world), participantsCount: 3, studentIds: [world.invited] },
      ...(others[role] && { as: others[role] }),
    }
  },
  'PUT /course-invitation/change-coach/{a}/{b}': ({ classes, colleague }) => ({
    path: `/course-invitation/change-coach/${classes.pending}/${colleague}`,
    privateId: classes.pending,
  }),
  'PUT /course-invitation/confirm/by-coach/{id}': on(
    '/course-invitation/confirm/by-coach',
    ({ classes }) => classes.pending,
  ),
  'PUT /course-invitation/sign/by-coach/{id}': on(
    '/course-invitation/sign/by-coach',
    ({ classes }) => classes.running,
    {},
  ),
  'PUT /course-invitation/finish/by-coach/{id}': on(
    '/course-invitation/finish/by-coach',
    ({ classes }) => classes.running,
  ),
  'PUT /course-invitation/complete/by-coach/{id}': on(
    '/course-invitation/complete/by-coach',
    ({ classes }) => classes.running,
  ),
  // A joiner of a player’s class pays nothing. In a coach-made class each player pays for themselves.
  'PUT /course-invitation/object/by-player/{id}': ({ classes, classmate }, role) => {
    const id = role === 'PP' ? classes.coachMadeCompleted : classes.completed
    return {
      path: `/course-invitation/object/by-player/${id}`,
      privateId: id,
      body: { words: '那天没有上课' },
      ...(role === 'PP' && { as: classmate }),
    }
  },
  'PUT /course-invitation/object/answer/{id}': on(
    '/course-invitation/object/answer',
    ({ objectionId }) => objectionId,
    { isRefunded: true },
  ),
  'PUT /course-invitation/cancel/by-coach/{id}': on(
    '/course-invitation/cancel/by-coach',
    ({ classes }) => classes.confirmed,
    {},
  ),
  'PUT /course-invitation/cancel/by-player/{id}': on(
    '/course-invitation/cancel/by-player',
    ({ classes }) => classes.confirmed,
    {},
  ),
  // The class belongs to its coach. The invited player stands in for its owner and its participant.
  'PUT /course-invitation/decline/by-player/{id}': ({ classes, invited }, role) => ({
    path: `/course-invitation/decline/by-player/${classes.coachMadePending}`,
    privateId: classes.coachMadePending,
    body: {},
    ...((role === 'PS' || role === 'PP') && { as: invited }),
  }),
  'POST /course-invitation/usual/pin': send('/course-invitation/usual/pin', (world) => ({
    coachId: world.coach,
    stadiumId: world.venueId,
    courseDesignId: world.courseId,
    weekday: 6,
    beginTimeSlot: 32,
    endTimeSlot: 34,
    selectedCourt: 1,
  })),
  'DELETE /course-invitation/usual/pin/{id}': get(({ pinId }) => `/course-invitation/usual/pin/${pinId}`),
  'PUT /course-invitation/like/to-coach/{a}/{b}': ({ classes: { completed }, coach }) => ({
    path: `/course-invitation/like/to-coach/${completed}/${coach}`,
    privateId: completed,
  }),
  'PUT /course-invitation/like/to-player/{a}/{b}': ({ classes: { completed }, owner, joiner }, role) => ({
    path: `/course-invitation/like/to-player/${completed}/${role === 'PS' ? joiner : owner}`,
    privateId: completed,
  }),
  'POST /user-like/add': ({ classes: { completed: relatedId }, owner, coach }, role) => ({
    path: '/user-like/add',
    body: { targetUserId: role === 'CI' ? owner : coach, recordType: 'COURSE_INVITATION', relatedId },
  }),
  'POST /like-record/cancel/{recordId}': on('/like-record/cancel', ({ ownLikeId }) => ownLikeId),
  'GET /course-invitation-response/agenda': get(() => `/course-invitation-response/agenda?from=${TOMORROW}&days=31`),
  'GET /course-invitation/calendar/{id}': on('/course-invitation/calendar', ({ classes }) => classes.pending),
  'GET /course-invitation-response/pageByUser': get(() => '/course-invitation-response/pageByUser?current=1&rows=10'),
  'POST /coach-home/inviteInfo/byCoachAndDate': send('/coach-home/inviteInfo/byCoachAndDate', ({ coach: coachId }) => ({
    coachId,
    date: TOMORROW,
  })),

  ...ACCOUNT_REQUESTS,
  ...ADDRESS_REQUESTS,
  ...ADVERT_REQUESTS,
  ...APPROVAL_REQUESTS,
  ...BALL_REQUESTS,
  ...CALENDAR_REQUESTS,
  ...CARD_REQUESTS,
  ...COMPANY_REQUESTS,
  ...MESSAGE_REQUESTS,
  ...MONEY_REQUESTS,
  ...OPERATION_REQUESTS,
  ...PAYMENT_REQUESTS,
  ...PEOPLE_REQUESTS,
  ...SHARING_REQUESTS,
  ...SHOP_REQUESTS,
  ...SHOP_KEEPING_REQUESTS,
  ...STAFF_REQUESTS,
  ...ANALYTICS_REQUESTS,
  ...STRINGING_REQUESTS,
  ...USER_REQUESTS,
  ...VENUE_REQUESTS,
  ...STRINGING_ORDER_REQUESTS,

  'GET /coach-home/datas': get(() => '/coach-home/datas'),
  'GET /coach-home/invitingCount/{id}': get(({ coach }) => `/coach-home/invitingCount/${coach}`),
  'GET /coach-home/board': get(() => `/coach-home/board?date=${TOMORROW}&from=${TOMORROW}&days=14`),
  'GET /coach-home/unfinished': get(() => '/coach-home/unfinished'),
  'GET /coach-home/dayMarks': get(() => `/coach-home/dayMarks?from=${TOMORROW}&days=14`),
  'GET /coach-home/inviteInfo/pageByCoach/{coachId}': get(
    ({ coach }) => `/coach-home/inviteInfo/pageByCoach/${coach}?current=1&rows=10`,
  ),
  'GET /coach-home/inviteInfo/myInviteRecord/{coachId}': get(
    ({ coach }) => `/coach-home/inviteInfo/myInviteRecord/${coach}?current=1&rows=10&invitationStatus=all`,
  ),
  'GET /coach-home/recordMonths/{coachId}': get(({ coach }) => `/coach-home/recordMonths/${coach}?months=2`),
  'GET /coach-home/recordsFile/{coachId}': get(({ coach }) => `/coach-home/recordsFile/${coach}?months=2`),

  'POST /coach-lock-time/create': send('/coach-lock-time/create', () => ({
    date: TOMORROW,
    beginTimeSlot: 43,
    endTimeSlot: 45,
    reason: '休息',
  })),
  'GET /coach-lock-time/by-coach-date': get(
    ({ coach }) => `/coach-lock-time/by-coach-date?userId=${coach}&date=${TOMORROW}`,
  ),
  'DELETE /coach-lock-time/{id}': on('/coach-lock-time', ({ coachLockId }) => coachLockId),
  'POST /stadium-lock-time/update-lock-time': send('/stadium-lock-time/update-lock-time', ({ venueId: stadiumId }) => ({
    stadiumId,
    date: TOMORROW,
    slots: [{ timeIndex: 40, courtIndex: 2 }],
  })),
  'POST /stadium-lock-time/unlock': send('/stadium-lock-time/unlock', ({ venueId: stadiumId }) => ({
    stadiumId,
    date: TOMORROW,
    slots: [{ timeIndex: 40, courtIndex: 3 }],
  })),
  'GET /stadium-lock-time/by-stadium-date': get(
    ({ venueId }) => `/stadium-lock-time/by-stadium-date?stadiumId=${venueId}&date=${TOMORROW}`,
  ),
}

/** Calls whose purpose is to return somebody else's phone to the roles that get 200. */
export const REVEALS_A_PHONE: readonly string[] = [
  'POST /coach-home/student-phone/{playerId}',
  'POST /admin/users/reveal-phone/{id}',
  ...SHOP_REVEALS_A_PHONE,
]
