import { isForStaff } from '@paidang/domain/kernel/access'
import type { Feature } from '@paidang/domain/kernel/features'
import type { ErrorCode } from './catalogue/errors.ts'
import type { Endpoint } from './endpoint.ts'

/** What any call may be refused with: a wrong input, too many requests, a busy or stopping server, a fault. */
const OF_ALL: readonly ErrorCode[] = [
  'input_invalid',
  'forwarding_refused',
  'requests_too_many',
  'unexpected',
  'server_busy',
]
/** What a call with a body may be refused with before anybody reads its fields. */
const OF_BODIES: readonly ErrorCode[] = ['request_too_slow', 'input_too_large', 'content_type_unsupported']
const OF_UPLOADS: Readonly<Record<NonNullable<Endpoint['upload']>, readonly ErrorCode[]>> = {
  picture: ['picture_unsupported', 'picture_too_many_pixels', 'picture_too_large', 'uploads_too_many'],
  table: ['table_too_large', 'uploads_too_many'],
}
/** The refusal of a call whose feature a deployment does not have. */
export const FEATURE_OFF: Readonly<Record<Feature, ErrorCode>> = {
  cards: 'cards_off',
  shop: 'shop_off',
  stringingPayments: 'stringing_payments_off',
  ballPayments: 'ball_payments_off',
  trialLessons: 'trial_lessons_off',
  packages: 'packages_off',
  wechat: 'wechat_off',
  wechatPay: 'wechat_pay_off',
  sms: 'sms_off',
}

/** Whether a call writes once for its Idempotency-Key. A call that only reads, or guards itself, ignores the key. */
export function heedsKey({ method, reads, guardsItself }: Endpoint): boolean {
  return method !== 'GET' && !reads && !guardsItself
}

/** Every code that a call may be refused with: the ones that it declares, and those that follow from its fields. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { method, access, body, query, params, once, decidesOn, upload, needs, reads, beforeFactor } = endpoint
  const hasFormat = (schema: unknown, format: string) => JSON.stringify(schema ?? {}).includes(`"format":"${format}"`)
  const codes: (ErrorCode | false | undefined)[] = [
    ...OF_ALL,
    ...(method === 'GET' ? [] : OF_BODIES),
    ...(access === 'open' ? [] : (['session_expired', 'action_forbidden'] as const)),
    isForStaff(access) && !beforeFactor && 'factor_demanded',
    method !== 'GET' && !reads && 'changed_meanwhile',
    method !== 'GET' && !reads && 'account_closed',
    ...(heedsKey(endpoint) ? (['idempotency_key_invalid', 'idempotency_key_reused'] as const) : []),
    once === 'by-key' && 'idempotency_key_missing',
    decidesOn && 'revision_outdated',
    (hasFormat(body, 'free-text') || hasFormat(query, 'free-text')) && 'text_hidden',
    hasFormat(params, 'user-id') && 'user_id_missing',
    needs && FEATURE_OFF[needs],
    ...(upload ? OF_UPLOADS[upload] : []),
    ...Object.values(endpoint.missing ?? {}),
    ...(endpoint.errors ?? []),
  ]
  return [...new Set(codes.filter((code) => code !== false && code !== undefined))]
}
