import { createHash, timingSafeEqual } from 'node:crypto'
import type { ContentVerdict } from '@paidang/domain/areas/ground/content/content'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { verdictOf } from './wechat-client.ts'

/** The query that WeChat signs with every notification, unchecked. */
export type PushQuery = { signature?: unknown; timestamp?: unknown; nonce?: unknown; echostr?: unknown }

/** An older notification is a replay by somebody else: WeChat itself repeats within seconds. */
const MAX_AGE_SECONDS = 300

const PictureChecked = Type.Object({
  MsgType: Type.Literal('event'),
  Event: Type.Literal('wxa_media_check'),
  appid: Type.String(),
  trace_id: Type.String({ minLength: 1, maxLength: 128 }),
  errcode: Type.Optional(Type.Integer()),
  result: Type.Optional(
    Type.Object({
      suggest: Type.String(),
      label: Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,9}$' })]),
    }),
  ),
})

/**
 * Whether WeChat signed this query. The signature is the SHA-1 of token, timestamp and nonce, sorted by characters and
 * concatenated.
 * Source: WeChat documents, message push
 */
export function isSignedPush(
  { signature, timestamp, nonce }: PushQuery,
  { token, now }: { token: string | undefined; now: Date },
): boolean {
  if (token === undefined || typeof signature !== 'string' || typeof nonce !== 'string') return false
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return false
  const own = createHash('sha1').update([token, timestamp, nonce].sort().join('')).digest('hex')
  const [given, expected] = [Buffer.from(signature), Buffer.from(own)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Reads the verdict on a picture from a notification to that app; undefined for any other notification. */
export function pictureVerdictIn(
  body: Buffer,
  appId: string,
): { traceId: string; verdict: ContentVerdict } | undefined {
  const said = jsonIn(body)
  if (!Value.Check(PictureChecked, said) || said.appid !== appId) return undefined
  const isFailed = said.errcode !== undefined && said.errcode !== 0
  const verdict = isFailed || !said.result ? { verdict: 'undecided' as const } : verdictOf(said.result)
  return { traceId: said.trace_id, verdict }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
