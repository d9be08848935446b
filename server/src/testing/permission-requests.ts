import { createShareTokens } from '../areas/classes/share-token.ts'
import type { MatrixRole } from '../http/permission-matrix.ts'
import { TOMORROW } from './builders.ts'
import type { World } from './given-world.ts'
import { TOKEN_SECRET } from './test-server.ts'

/**
 * A request below /aaapi. `privateId` is the id of a private object in its path: an absent one must look the same. `as` is
 * who stands in the role with this object, where that is not the one of userOfRole.
 */
export type WalkRequest = { path: string; body?: object; privateId?: string; as?: string }

/** A valid request by that role, on an object of the world in the right state. */
type RequestOf = (world: World, role: MatrixRole) => WalkRequest

/** Who stands in which column of the matrix; a guest has no user, staff are no users. */
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

/** The picture that the walk lays into the files directory. */
export const PUBLIC_PICTURE = 'public/avatars/1.webp'

/** An unused refresh token of the world's owner. */
export const REFRESH_TOKEN = 'the refresh token of the permission walk'

const GUEST = '123456'

const get =
  (path: (world: World) => string): RequestOf =>
  (world) => ({ path: path(world) })

const send =
  (path: string, body: (world: World) => object = () => ({})): RequestOf =>
  (world) => ({ path, body: body(world) })

/** A call on one private object, with its id at the end of the path. */
const on =
  (path: string, idOf: (world: World) => string, body?: object): RequestOf =>
  (world) => {
    const id = idOf(world)
    return { path: `${path}/${id}`, privateId: id, ...(body && { body }) }
  }

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

const shareTokens = createShareTokens(TOKEN_SECRET)
/** A call on one class by somebody who has its share link. */
const shared =
  (path: string): RequestOf =>
  ({ classes: { pending } }) => ({ path: `${path}/${pending}?share=${shareTokens.of(pending)}` })

/** Joining a class: as oneself, unless it says as whom; who is nobody cannot be himself. */
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
 * How each endpoint of the matrix is asked, by endpoint; a case that needs another request than the rest of its endpoint
 * stands under `endpoint | case`.
 */
export const WALK_REQUESTS: Record<string, RequestOf> = {
  'POST /auth/h5-login': send('/auth/h5-login', ({ login }) => login),
  'POST /auth/wx-login': send('/auth/wx-login', () => ({ code: 'a code of the mini-program' })),
  // A staff refresh token is of another audience, and so unknown here.
  'POST /auth/refresh-token': (_world, role) => ({
    path: '/auth/refresh-token',
    body: { refreshToken: role === 'ST' ? 'the refresh token of a staff account' : REFRESH_TOKEN },
  }),
  'POST /auth/logout': send('/auth/logout'),
  'GET /auth/demo-accounts': get(() => '/auth/demo-accounts'),
  'POST /user/decrypt-phone': send('/user/decrypt-phone', () => ({ code: 'a code of the mini-program' })),

  'GET /coach-home/coachVO/{id}': get(({ coach }) => `/coach-home/coachVO/${coach}`),
  'GET /app-users/get-plaperVO/{id}': get(({ owner }) => `/app-users/get-plaperVO/${owner}`),
  'GET /user-relation/coach-by-player/{playerId}': get(({ owner }) => `/user-relation/coach-by-player/${owner}`),
  'GET /stadium/searchByCityAndApprove': get(() => '/stadium/searchByCityAndApprove?approveStatus=1'),
  'GET /coach-stadium/query-by-coach/{coachId}': get(({ coach }) => `/coach-stadium/query-by-coach/${coach}`),
  'GET /common/adv/getHomeAdv': get(() => '/common/adv/getHomeAdv'),
  'GET /common/adv/getHomeTopAdv': get(() => '/common/adv/getHomeTopAdv'),
  'GET /invitationball/public': get(() => '/invitationball/public'),
  'GET /threading/merchants': get(() => '/threading/merchants'),
  'GET /files/{relativePath}': get(() => `/files/${PUBLIC_PICTURE}`),
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
  'GET /user-course-contract/company-course/all-by-company/{id}': get(
    ({ companyId }) => `/user-course-contract/company-course/all-by-company/${companyId}`,
  ),
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
    { sessions: 10, expiryDate: '2026-12-31' },
  ),
  'POST /course-invitation/create/by-player': send('/course-invitation/create/by-player', booking),
  'PUT /course-invitation/update/by-self/{id}': (world) => ({
    path: `/course-invitation/update/by-self/${world.classes.pending}`,
    privateId: world.classes.pending,
    body: { ...booking(world), participantsCount: 3 },
  }),
  'PUT /course-invitation/update/by-self/{id} | coach-made': (world, role) => {
    const { coachMadeConfirmed } = world.classes
    // The initiator of a class that its coach made is that coach; who takes part in it is his classmate.
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
}

/** Rows of the matrix that cannot be asked yet, and why. */
export const CASES_OF_LATER: Record<string, string> = {
  'GET /files/{relativePath} | contract photo':
    'contract photos cannot be uploaded yet: there is no private file to ask for',
}

/** Calls that answer 501 to everybody whom the matrix gives 200, until an outside service is connected. */
export const NOT_CONNECTED: readonly string[] = ['POST /auth/wx-login', 'POST /user/decrypt-phone']
