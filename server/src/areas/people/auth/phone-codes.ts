import { randomInt } from 'node:crypto'
import * as api from '@paidang/api/areas/people/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  CODE_DIGITS,
  CODE_MINUTES,
  PICTURE_MINUTES,
  plainCode,
  RESEND_SECONDS,
  secondsToWait,
  whyNotSend,
} from '@paidang/domain/areas/people/auth/phone-code'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { renderPng } from '../../../drawing/render-png.ts'
import { drawing, textAt } from '../../../drawing/svg.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { networkOf } from '../../../http/network-of.ts'
import type { Handled } from '../../../http/serve.ts'
import { codeCounts, phoneCodes } from '../../../tables/auth.ts'
import { SmsRefusal, SmsUnavailable } from '../../ground/sms/sms-client.ts'
import { claimCode } from '../../ground/wechat/codes.ts'
import { countFailureIn, limitsOfPhoneCode, takeBackTries, triesLeftOf } from './tries.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** A typed mobile number. @throws ApiError phone_invalid */
export function mobileOf(typed: string): string {
  const phone = plainPhone(typed)
  if (!isMobile(phone)) throw new ApiError('phone_invalid')
  return phone
}

/** Counts one more code under a key, in windows of a day, and locks the count. Returns the new count. */
async function countSend(tx: Database, key: string, now: Date): Promise<number> {
  const windowEndsAt = new Date(now.getTime() + DAY_MS)
  const runs = sql`${codeCounts.windowEndsAt} > ${now}`
  const [row] = await tx
    .insert(codeCounts)
    .values({ key, sends: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: codeCounts.key,
      set: {
        sends: sql`case when ${runs} then ${codeCounts.sends} + 1 else 1 end`,
        windowEndsAt: sql`case when ${runs} then ${codeCounts.windowEndsAt} else ${windowEndsAt} end`,
      },
    })
    .returning({ sends: codeCounts.sends })
  return row?.sends ?? 1
}

type Sending = {
  numberHash: string
  codeHash: string
  address: string
  hasPicture: boolean
  dailyLimit: number
  now: Date
}

/**
 * Stores a code before it is sent, in place of the number's former one. The three counts are locked in one order, so
 * that of simultaneous calls for a number one is left. A refused call counts nothing.
 *
 * @throws ApiError code_sent_lately (data: seconds), codes_too_many, picture_needed
 */
async function storeCode(
  tx: Database,
  { numberHash, codeHash, address, hasPicture, dailyLimit, now }: Sending,
): Promise<string> {
  const number = await countSend(tx, `number:${numberHash}`, now)
  const ofAddress = await countSend(tx, `address:${address}`, now)
  const all = await countSend(tx, 'all', now)
  const [last] = await tx
    .select({ sentAt: phoneCodes.sentAt })
    .from(phoneCodes)
    .where(eq(phoneCodes.numberHash, numberHash))
    .orderBy(desc(phoneCodes.id))
    .limit(1)
  const lastAt = last?.sentAt.getTime()
  const sends = { number, address: ofAddress, all, lastAt }
  const refusal = whyNotSend(sends, { hasPicture, dailyLimit, now: now.getTime() })
  if (refusal === 'code_sent_lately')
    throw new ApiError(refusal, { data: { seconds: secondsToWait(lastAt ?? 0, now.getTime()) } })
  if (refusal) throw new ApiError(refusal)
  const counts = and(eq(phoneCodes.numberHash, numberHash), isNotNull(phoneCodes.codeHash))
  await tx.update(phoneCodes).set({ codeHash: null }).where(counts)
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * MINUTE_MS)
  const [made] = await tx
    .insert(phoneCodes)
    .values({ numberHash, codeHash, sentAt: now, expiresAt })
    .returning({ id: phoneCodes.id })
  if (!made) throw new Error('insert returned no row')
  return made.id
}

/** The hashes under which a number and its code are stored. Without the server's key they say nothing. */
const numberHashOf = ({ codeBox }: FastifyInstance, phone: string) => codeBox.hash(`number|${phone}`)
const codeHashOf = ({ codeBox }: FastifyInstance, phone: string, code: string) => codeBox.hash(`code|${phone}|${code}`)

/** What a person is told when the provider did not take the message. */
function refusalOfProvider(error: SmsRefusal | SmsUnavailable): ApiError {
  const code = error instanceof SmsRefusal ? error.code : ''
  if (code.startsWith('LimitExceeded.')) return new ApiError('codes_too_many')
  const isOfNumber = /^UnsupportedOperation\.|Blacklist$|IncorrectPhoneNumber$/.test(code)
  if (isOfNumber) return new ApiError('sms_undeliverable')
  const refusal = new ApiError('sms_failed')
  refusal.cause = error
  return refusal
}

/**
 * Sends a code. No account is looked up, so known and unknown numbers are answered alike. No transaction around it: the
 * provider is asked, and what was sent stays counted.
 */
async function sendPhoneCode({
  body: { phone: typed, picture },
  db,
  now,
  app,
  request,
}: Handled<typeof api.sendPhoneCode>) {
  const phone = mobileOf(typed)
  if (picture) await assertRead(db, { app, picture, now })
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const sending = {
    numberHash: numberHashOf(app, phone),
    codeHash: codeHashOf(app, phone, code),
    address: networkOf(request.ip),
    hasPicture: picture !== undefined,
    dailyLimit: app.sms.dailyLimit,
    now,
  }
  const id = await db.transaction((tx) => storeCode(tx, sending))
  const note = async (outcome: string) => {
    await db.update(phoneCodes).set({ outcome }).where(eq(phoneCodes.id, id))
    request.log.info({ phoneCode: id, outcome }, 'phone code')
  }
  try {
    await app.sms.sendCode({ phone, code, minutes: CODE_MINUTES })
    await note('OK')
  } catch (error) {
    if (!(error instanceof SmsRefusal || error instanceof SmsUnavailable)) throw error
    await note(error instanceof SmsRefusal ? error.code : 'NO_ANSWER')
    throw refusalOfProvider(error)
  }
  return { seconds: RESEND_SECONDS, shownCode: app.sms.showsCodes ? code : null }
}

type Proof = { phone: string; code: string; address: string; app: FastifyInstance; now: Date }

/**
 * Runs `work` in a transaction after a code proved a number, and uses the code up with it. A try counts before the code
 * is looked at, so that simultaneous tries are not more than one after the other. A right one is taken back.
 *
 * @param db no transaction: a try stays counted although the call is refused
 * @throws ApiError phone_code_wrong (data: triesLeft), phone_code_locked; what `work` throws, and then the code stays
 */
export async function withPhoneCode<T>(
  db: Database,
  { phone, code: typed, address, app, now }: Proof,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  const code = plainCode(typed)
  if (code === undefined) throw new ApiError('phone_code_wrong')
  const numberHash = numberHashOf(app, phone)
  const limits = limitsOfPhoneCode(numberHash, address)
  const left = await countFailureIn(db, limits, now)
  const locked = left.find(({ tries }) => tries < 0)
  if (locked) throw new ApiError('phone_code_locked', { data: { minutes: locked.minutes } })
  return db.transaction(async (tx) => {
    const isRight = and(
      eq(phoneCodes.numberHash, numberHash),
      eq(phoneCodes.codeHash, codeHashOf(app, phone, code)),
      gt(phoneCodes.expiresAt, now),
    )
    const { rowCount } = await tx.update(phoneCodes).set({ usedAt: now, codeHash: null }).where(isRight)
    if (!rowCount) throw new ApiError('phone_code_wrong', { data: triesLeftOf(left[0]) })
    await takeBackTries(tx, limits)
    return work(tx)
  })
}

/** Signs that are not taken for each other when they are turned and crossed by lines. */
const PICTURE_SIGNS = '2345689ACEFHKMNPRTWXY'
const PICTURE_LENGTH = 4
const [WIDTH, HEIGHT] = [320, 112]
const INKS = ['#0a7a4f', '#0b5c3d', '#1f5fa8', '#8a4b12', '#7a2a6b']
const between = (from: number, to: number) => from + randomInt((to - from) * 10) / 10

/** Draws signs, each turned and moved, under lines that cross them. */
function drawSigns(signs: string): string {
  const ink = () => INKS[randomInt(INKS.length)] ?? '#0a7a4f'
  const step = WIDTH / (PICTURE_LENGTH + 1)
  const drawn = [...signs].map((sign, at) => {
    const [x, y] = [step * (at + 1) + between(-8, 8), HEIGHT / 2 + between(12, 32)]
    const turn = `rotate(${between(-28, 28)} ${x} ${y - 20}) skewX(${between(-12, 12)})`
    return `<g transform="${turn}">${textAt(x, y, sign, { size: between(54, 68), weight: 'bold', fill: ink(), anchor: 'middle' })}</g>`
  })
  const lines = Array.from({ length: 5 }, () => {
    const [from, over, to] = [between(0, HEIGHT), between(-HEIGHT, 2 * HEIGHT), between(0, HEIGHT)]
    return `<path d="M0 ${from} Q${WIDTH / 2} ${over} ${WIDTH} ${to}" fill="none" stroke="${ink()}" stroke-width="${between(2, 4)}" opacity="0.55"/>`
  })
  const ground = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f3f2ee"/>`
  return drawing(WIDTH, HEIGHT, `${ground}${drawn.join('')}${lines.join('')}`)
}

/** Makes a picture to read. Its ticket carries what it shows, sealed. */
async function readPicture({ now, app, request }: Handled<typeof api.phoneCodePicture>) {
  const signs = Array.from({ length: PICTURE_LENGTH }, () => PICTURE_SIGNS[randomInt(PICTURE_SIGNS.length)]).join('')
  const png = await renderPng(drawSigns(signs), networkOf(request.ip))
  const until = now.getTime() + PICTURE_MINUTES * MINUTE_MS
  return { ticket: app.codeBox.seal(`${until}|${signs}`), picture: `data:image/png;base64,${png.toString('base64')}` }
}

/** Refuses what a picture does not show. Each picture is answered once, rightly or wrongly. @throws ApiError picture_wrong */
async function assertRead(
  db: Database,
  { app, picture, now }: { app: FastifyInstance; picture: { ticket: string; text: string }; now: Date },
): Promise<void> {
  const [until = '0', signs] = app.codeBox.open(picture.ticket)?.split('|') ?? []
  const isOpen = signs !== undefined && Number(until) > now.getTime()
  const isFirst = isOpen && (await claimCode(db, { kind: 'picture', code: picture.ticket, now }))
  const read = picture.text.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  if (!isFirst || read !== signs) throw new ApiError('picture_wrong')
}

export default plugin([handle(api.phoneCodePicture, readPicture), handle(api.sendPhoneCode, sendPhoneCode)])
