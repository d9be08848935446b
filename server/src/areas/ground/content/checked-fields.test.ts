import * as declared from '@paidang/api/declared'
import { CONTENT_FIELDS, type ContentKind, checkedField } from '@paidang/domain/areas/ground/content/content'
import { beforeAll, expect, test } from 'vitest'
import { API_PREFIX } from '../../../http/serve.ts'
import { saveRows } from '../../../testing/all-rows.ts'
import { givenWorld, type World } from '../../../testing/given-world.ts'
import { SWEEP_REQUESTS, userOfRole } from '../../../testing/permission-requests.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Every free text and picture that a user can send is checked before others see it. Exceptions are listed here with a
// reason.

const server = await startTestServer({ rows: 'kept', queues: 'prepared' })

let world: World
beforeAll(async () => {
  world = await givenWorld(server.db)
  await saveRows(server.maintenance)
})

type Schema = {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

/** Calls whose texts and pictures are checked before others see them, with the kind of thing they are about. */
const CHECKED: Readonly<Record<string, ContentKind>> = {
  'POST /app-users/save-player': 'user',
  'POST /auth/register': 'user',
  'POST /cards/save': 'card',
  'POST /coach-home/assess-level/:playerId': 'level',
  'POST /company-course/add-by-company': 'course',
  'POST /company-course/update-by-company': 'course',
  'POST /course-invitation/create/by-coach': 'class',
  'POST /course-invitation/create/by-player': 'class',
  'POST /course-invitation/past/by-coach': 'class',
  'POST /invitationball/call-off/:id': 'ball',
  'POST /invitationball/cancel': 'ball',
  'POST /invitationball/create': 'ball',
  'POST /invitationball/no-show-answer': 'ball',
  'POST /invitationball/request': 'ball',
  'POST /invitationball/update': 'ball',
  'POST /coach-leaves/refund/:id': 'question',
  'POST /questions/answer/:id': 'question',
  'POST /questions/ask': 'question',
  'POST /reports': 'report',
  'POST /student-requests/answer/:id': 'request',
  'POST /student-requests/send': 'request',
  'POST /threading/orders/rate/:id': 'review',
  'POST /trial-lessons/ask': 'trial',
  'POST /trial-lessons/refuse/:id': 'trial',
  'POST /user-course-contract/update-sessions': 'hours',
  'POST /user/bookings': 'class',
  'PUT /course-invitation/cancel/by-coach/:id': 'class',
  'PUT /course-invitation/cancel/by-player/:id': 'class',
  'PUT /course-invitation/decline/by-player/:id': 'class',
  'PUT /course-invitation/object/answer/:id': 'class',
  'PUT /course-invitation/object/by-player/:id': 'class',
  'PUT /course-invitation/past/answer/:id': 'class',
  'PUT /course-invitation/update/by-self/:id': 'class',
}

/** Fields that nobody else reads, by reason. A name alone means the field of every call. */
const EXEMPT: Record<string, readonly string[]> = {
  'secrets, codes and names of accounts': [
    'account',
    'code',
    'encryptedData',
    'iv',
    'newPassword',
    'oldPassword',
    'password',
    'refreshToken',
    'share',
    'ticket',
    'picture.ticket',
    'picture.text',
    'username',
    'wechatCode',
  ],
  'a choice of what there is': [
    'filters.city',
    'filters.district',
    'initiatorRole',
    'regionCode',
    'weekday',
    'courseDesignName',
  ],
  'ids, and what the server decides': ['approveStatus', 'initiatorId'],
  'a number or address in a fixed form': ['phone', 'email'],
  'only for a search': ['filters.keyword'],
  'a private picture': ['certificates[]', 'contractAttachment'],
  'an operator alone reads it': [
    'POST /client-errors message',
    'POST /client-errors stack',
    'POST /client-errors page',
    'POST /client-errors version',
    'POST /client-errors client',
    'POST /auth/password-requests contact',
    'POST /auth/password-requests proof',
    'POST /app-users/regist-coach/byplayer realName',
    'POST /app-users/regist-coach/byplayer region',
    'POST /app-users/regist-coach/byplayer introduction',
  ],
  'an operator approves it before others see it': [
    'POST /coach-stadium/new-stadium-by-coach name',
    'POST /coach-stadium/new-stadium-by-coach address',
    'POST /coach-stadium/new-stadium-by-coach city',
    'POST /coach-stadium/new-stadium-by-coach district',
    'POST /coach-stadium/new-stadium-by-coach avatar',
    'POST /coach-stadium/new-stadium-by-coach courtCodes',
  ],
  'for the delivery of the author’s own parcels': [
    'POST /user/address/create name',
    'POST /user/address/create detail',
    'POST /user/address/update/:id name',
    'POST /user/address/update/:id detail',
  ],
  'a name by which a club knows its own student': [
    'POST /roster/students name',
    'POST /student-invitations/invite name',
  ],
  'only its author reads it': ['POST /coach-lock-time/create reason'],
  // Not published. It is the customer's own order, and only the staff who carry it out read it.
  'only the business that carries out the order reads it': [
    'POST /shop/orders/ask-refund/:id reason',
    'POST /shop/orders/cancel/:id reason',
    'POST /shop/orders/create note',
    'POST /threading/orders/cancel/:id reason',
    'POST /threading/orders/create mains.name',
    'POST /threading/orders/create crosses.name',
    'POST /threading/orders/create notes',
    'POST /threading/rackets/create brand',
    'POST /threading/rackets/create model',
    'POST /threading/rackets/create gripSize',
    'POST /threading/rackets/create pattern',
    'POST /threading/rackets/update/:id brand',
    'POST /threading/rackets/update/:id model',
    'POST /threading/rackets/update/:id gripSize',
    'POST /threading/rackets/update/:id pattern',
  ],
}

/** The free texts of a body by name: strings without a vocabulary, pattern or fixed form. */
function textsOf(schema: Schema, path = ''): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => textsOf(one, path))
  if (schema.items) return textsOf(schema.items, `${path}[]`)
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, one]) => textsOf(one, path ? `${path}.${name}` : name))
  }
  const isFree = schema.format === undefined || schema.format === 'free-text'
  const isOpen = schema.enum === undefined && schema.pattern === undefined && schema.const === undefined
  return schema.type === 'string' && isFree && isOpen ? [path] : []
}

/** Every free text of all calls except those of operators and shops, as call and field. */
function allTexts(): { call: string; field: string }[] {
  const found: { call: string; field: string }[] = []
  for (const area of Object.values<Record<string, unknown>>(declared)) {
    for (const value of Object.values(area)) {
      const { method, path, access, body } = (value ?? {}) as Record<string, string> & { body?: Schema }
      if (!method || !body || !['app', 'coach', 'open'].includes(access ?? '')) continue
      if (path?.startsWith('/staff/')) continue
      for (const field of new Set(textsOf(body))) found.push({ call: `${method} ${path}`, field })
    }
  }
  return found
}

/** A valid request of a call, by a permitted caller. */
async function requestOf(call: string) {
  const route = call.replace(/:(\w+)/g, '{$1}')
  const row = server.app.permissionMatrix.find(({ endpoint }) => endpoint === route)
  const role = (['PS', 'CI', 'CA', 'VM', 'PP'] as const).find((one) => row?.expected[one] === 200)
  if (!role) throw new Error(`no row of ${route} allows anybody`)
  const { path, body = {}, as } = (SWEEP_REQUESTS[route] as (typeof SWEEP_REQUESTS)[string])(world, role)
  return {
    method: call.split(' ')[0] as 'POST' | 'PUT',
    url: API_PREFIX + path,
    headers: { authorization: `Bearer ${await server.tokenOf(as ?? userOfRole(world, role) ?? '')}` },
    payload: body,
  }
}

test('an unfit text is refused by the name of its field in every call', async () => {
  const refused: string[] = []
  const expected: string[] = []
  for (const { call, field } of allTexts()) {
    const kind = CHECKED[call]
    if (kind === undefined || checkedField(kind, field)?.form !== 'text') continue
    expected.push(`${call} ${field}`)
    const { payload, ...asked } = await requestOf(call)
    const answer = await server.request({ ...asked, payload: { ...payload, [field]: '违禁词' } })
    refused.push(`${call} ${answer.json().data?.field}`)
  }
  expect(refused).toEqual(expected)
})

test('every text and picture of a user is checked, or is exempt for a stated reason', async () => {
  const exempt = Object.values(EXEMPT).flat()
  const used = new Set<string>()
  const unaccounted = allTexts().filter(({ call, field }) => {
    const kind = CHECKED[call]
    const isChecked = kind !== undefined && field.replace('[]', '') in CONTENT_FIELDS[kind]
    const whole = `${call} ${field}`
    const named = [whole, field].filter((name) => exempt.includes(name))
    for (const name of named) used.add(name)
    return !isChecked && named.length === 0
  })
  expect(unaccounted).toEqual([])
  expect(exempt.filter((name) => !used.has(name))).toEqual([])
})
