import type { MatrixRole } from '../http/permission-matrix.ts'
import { certificateOf } from './given-people.ts'
import type { World } from './given-world.ts'
import { get, on, type RequestOf, send } from './sweep-request.ts'

/** Applicants need a certificate of their own. A coach is refused before the server checks the certificate. */
const applicant = ({ stranger, owner, joiner }: World, role: MatrixRole) =>
  ({ PO: stranger, PP: joiner })[role as string] ?? owner

/** How tests send the calls about profile, registration, levels, blacklist and results. */
export const PEOPLE_REQUESTS: Record<string, RequestOf> = {
  'GET /app-users/get-player-registInfo/{id}': get(({ owner }) => `/app-users/get-player-registInfo/${owner}`),
  'POST /app-users/save-player': send('/app-users/save-player', () => ({ nickname: '新名字', registers: true })),
  'POST /app-users/regist-coach/byplayer': (world, role) => ({
    path: '/app-users/regist-coach/byplayer',
    body: {
      realName: '王启明',
      yearsTeaching: 3,
      region: '上海市',
      certificates: [certificateOf(applicant(world, role))],
    },
  }),
  'GET /admin/coach-applications': get(() => '/admin/coach-applications?approveStatus=0'),
  'POST /admin/coach-applications/decide/{id}': on(
    '/admin/coach-applications/decide',
    ({ people }) => people.applicationId,
    { approve: true },
  ),
  'GET /app-users/levels/{id}': get(({ owner }) => `/app-users/levels/${owner}`),
  'POST /coach-home/assess-level/{playerId}': ({ owner }) => ({
    path: `/coach-home/assess-level/${owner}`,
    body: { level: 3.5, note: '反手进步明显' },
  }),

  'GET /app-user-blacklist/by-user/{userId}': get(({ owner }) => `/app-user-blacklist/by-user/${owner}`),
  'POST /app-user-blacklist/add/{id}': get(({ idler }) => `/app-user-blacklist/add/${idler}`),
  'DELETE /app-user-blacklist/delete/{id}': on('/app-user-blacklist/delete', ({ people }) => people.blacklistId),
  'DELETE /app-user-blacklist/removeAll': get(() => '/app-user-blacklist/removeAll'),

  'GET /invitationball/result/{id}': on('/invitationball/result', ({ people }) => people.scoredBallId),
  'POST /invitationball/result/{id}': ({ people: { unscoredBallId }, owner, joiner }) => ({
    path: `/invitationball/result/${unscoredBallId}`,
    privateId: unscoredBallId,
    body: { sideA: [owner], sideB: [joiner], sets: [{ a: 6, b: 4 }] },
  }),
}
