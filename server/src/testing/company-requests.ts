import { get, on, type RequestOf } from './sweep-request.ts'

/** How tests send the operators' calls about companies and coaches. */
export const COMPANY_REQUESTS: Record<string, RequestOf> = {
  'GET /admin/contracts': get(() => '/admin/contracts?isActive=true'),
  'GET /admin/companies/query': get(() => '/admin/companies/query?sort=coachCount&isPerson=false'),
  'GET /admin/companies/detail/{id}': on('/admin/companies/detail', ({ companyId }) => companyId),
  'GET /admin/coaches/query': get(({ companyId }) => `/admin/coaches/query?sort=lastSeenAt&companyId=${companyId}`),
  'GET /admin/coaches/detail/{id}': on('/admin/coaches/detail', ({ coach }) => coach),
  'POST /admin/companies/hand-over/{id}': ({ companyId, admin, coach }) => ({
    path: `/admin/companies/hand-over/${companyId}`,
    body: { fromId: admin, toId: coach, reason: '管理员离职' },
  }),
  'POST /admin/companies/rename/{id}': on('/admin/companies/rename', ({ companyId }) => companyId, {
    companyName: '青杉网球俱乐部',
    reason: '与营业执照一致',
  }),
}
