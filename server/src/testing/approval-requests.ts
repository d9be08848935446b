import { get, on, type RequestOf, send } from './sweep-request.ts'

/** How tests send the calls about the operators' approvals and about reports. */
export const APPROVAL_REQUESTS: Record<string, RequestOf> = {
  'GET /admin/inbox': get(() => '/admin/inbox'),
  'GET /admin/new-venues': get(() => '/admin/new-venues?state=waiting'),
  'GET /admin/new-venues/{id}': on('/admin/new-venues', ({ approvals }) => approvals.newVenueId),
  'POST /admin/venues/decide/{id}': on('/admin/venues/decide', ({ approvals }) => approvals.newVenueId, {
    approve: false,
    reason: '地址不存在',
  }),
  'GET /admin/associations': get(() => '/admin/associations?state=waiting'),
  'GET /admin/associations/{id}': on('/admin/associations', ({ approvals }) => approvals.associationId),
  'POST /admin/associations/decide/{id}': on('/admin/associations/decide', ({ approvals }) => approvals.associationId, {
    approve: false,
    reason: '请先完善资料',
  }),
  'GET /admin/coach-applications/{id}': on('/admin/coach-applications', ({ people }) => people.applicationId),
  'GET /admin/reports': get(() => '/admin/reports?state=waiting&kind=user'),
  'GET /admin/reports/{id}': on('/admin/reports', ({ approvals }) => approvals.reportId),
  'POST /admin/reports/decide/{id}': on('/admin/reports/decide', ({ approvals }) => approvals.reportId, {
    verdict: 'remove',
    parts: ['nickname'],
    reason: '昵称含联系方式',
  }),
  'GET /admin/password-requests': get(() => '/admin/password-requests?state=waiting'),
  'GET /admin/password-requests/{id}': on('/admin/password-requests', ({ approvals }) => approvals.passwordRequestId),
  'POST /admin/password-requests/decide/{id}': on(
    '/admin/password-requests/decide',
    ({ approvals }) => approvals.passwordRequestId,
    { approve: false, reason: '无法核实' },
  ),
  'GET /admin/content': get(() => '/admin/content?state=waiting'),
  'GET /admin/content/{id}': on('/admin/content', ({ approvals }) => approvals.contentId),
  'POST /admin/content/decide/{id}': on('/admin/content/decide', ({ approvals }) => approvals.contentId, {
    approve: true,
  }),
  'GET /wechat/push': get(() => '/wechat/push?signature=none&timestamp=1&nonce=1&echostr=1'),
  'POST /wechat/push': send('/wechat/push?signature=none&timestamp=1&nonce=1'),
  'POST /reports': send('/reports', ({ idler }) => ({
    kind: 'user',
    objectId: idler,
    reason: 'abuse',
    words: '多次辱骂',
  })),
}
