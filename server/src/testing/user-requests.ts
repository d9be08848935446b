import { get, on, type RequestOf, send } from './sweep-request.ts'

/** How tests send the operators' calls about user accounts. */
export const USER_REQUESTS: Record<string, RequestOf> = {
  'GET /admin/users/query': get(() => '/admin/users/query?sort=lastSeenAt&keyword=13700137000'),
  'GET /admin/users/detail/{id}': on('/admin/users/detail', ({ idler }) => idler),
  'POST /admin/users/reveal-phone/{id}': on('/admin/users/reveal-phone', ({ idler }) => idler),
  'POST /admin/users/suspend/{id}': on('/admin/users/suspend', ({ idler }) => idler, {
    reason: '多次爽约',
    lastDay: '2026-12-31',
  }),
  'POST /admin/users/restore/{id}': on('/admin/users/restore', ({ users }) => users.suspendedId),
  'POST /admin/users/reset-password/{id}': on('/admin/users/reset-password', ({ owner }) => owner),
  'GET /admin/users/duplicates': get(() => '/admin/users/duplicates'),
  'GET /admin/users/compare': get(
    ({ users, idler }) => `/admin/users/compare?from=${users.contestantId}&into=${idler}`,
  ),
  'POST /admin/users/merge': send('/admin/users/merge', ({ users, idler }) => ({
    fromId: users.contestantId,
    intoId: idler,
    wechatToKeep: 'from',
  })),
}
