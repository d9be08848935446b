import {
  type ContentField,
  type ContentKind,
  type ContentValues,
  type ContentVerdict,
  checkedField,
  IMITATION_LABEL,
  imitatesPlaceholder,
} from '@paidang/domain/areas/ground/content/content'
import { withoutHidden } from '@paidang/domain/kernel/name'
import { and, eq, inArray } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { originOf } from '../../../http/origin.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { files } from '../../../tables/files.ts'
import { users } from '../../../tables/identities.ts'
import { FILES_PATH } from '../files/file-links.ts'
import { type ContentCheck, WechatRefusal, WechatUnavailable } from '../wechat/wechat-client.ts'
import { type ContentObject, isWaiting, ofObject } from './submissions.ts'

/** The number of values in the largest form. Values beyond it are held without a check. */
const MAX_VALUES = 20

/** The verdicts on the values of a form, by value. */
export type Verdicts = ReadonlyMap<string, ContentVerdict>

/** A form before it is submitted; `objectId` is undefined for a thing that does not exist yet. */
type Submitting<Kind extends ContentKind> = {
  kind: Kind
  objectId: string | undefined
  values: ContentValues<Kind>
  /** Undefined for a person without an account. */
  actorId: string | undefined
  request: FastifyRequest
}

/** A user's openid; null for a user who never logged in through WeChat. */
async function findOpenId(db: Database, userId: string): Promise<string | null> {
  const [row] = await db.select({ openId: users.openId }).from(users).where(eq(users.id, userId))
  return row?.openId ?? null
}

/** Of these pictures, the ones that a user uploaded, and whether each was approved anywhere. */
async function listOwnPictures(
  db: Database,
  { ownerId, paths }: { ownerId: string; paths: readonly string[] },
): Promise<{ path: string; isApproved: boolean }[]> {
  const rows = await db
    .select({ path: files.relativePath, approvedAt: files.approvedAt })
    .from(files)
    .where(and(inArray(files.relativePath, [...paths]), eq(files.ownerId, ownerId)))
  return rows.map(({ path, approvedAt }) => ({ path, isApproved: approvedAt !== null }))
}

/** Of these values, the ones that already wait at a thing. */
async function listWaitingValues(db: Database, object: ContentObject, values: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ value: contentSubmissions.value })
    .from(contentSubmissions)
    .where(and(ofObject(object), isWaiting, inArray(contentSubmissions.value, [...values])))
  return rows.map(({ value }) => value)
}

/**
 * Checks all values of a form at the same time, outside any transaction. Only pictures that the author uploaded are
 * checked. An approved picture passes without another check. A waiting picture is not sent to WeChat twice. When WeChat
 * does not answer, the value is undecided. Texts are checked as readers see them, without hidden characters.
 */
export async function checkContent<Kind extends ContentKind>(
  { db, wechat, publicUrl }: Pick<FastifyInstance, 'db' | 'wechat' | 'publicUrl'>,
  { kind, objectId, values, actorId, request }: Submitting<Kind>,
): Promise<Verdicts> {
  const fields = Object.keys(values) as ContentField<Kind>[]
  const given = fields.flatMap((name) => {
    const field = checkedField(kind, name)
    return field ? (values[name] ?? []).map((value) => ({ value, ...field })) : []
  })
  const asked = given.slice(0, MAX_VALUES)
  if (asked.length === 0) return new Map()
  const pictures = asked.filter(({ form }) => form !== 'text').map(({ value }) => value)
  const own =
    actorId !== undefined && pictures.length > 0 ? await listOwnPictures(db, { ownerId: actorId, paths: pictures }) : []
  const waiting =
    pictures.length > 0 && objectId !== undefined ? await listWaitingValues(db, { kind, objectId }, pictures) : []
  const openId = actorId === undefined ? null : await findOpenId(db, actorId)
  const origin = publicUrl ?? originOf(request)

  const verdictOf = async ({ value, form, scene }: (typeof asked)[number]): Promise<ContentVerdict> => {
    if (form === 'text') {
      if (imitatesPlaceholder(value)) return { verdict: 'rejected', label: IMITATION_LABEL }
      return orUndecided(request, () => wechat.checkText({ openId, scene, text: withoutHidden(value) }))
    }
    const picture = own.find(({ path }) => path === value)
    if (picture?.isApproved) return { verdict: 'passed' }
    if (!picture || waiting.includes(value)) return { verdict: 'undecided' }
    return orUndecided(request, () => wechat.checkPicture({ openId, scene, url: origin + FILES_PATH + value }))
  }
  return new Map(await Promise.all(asked.map(async (one) => [one.value, await verdictOf(one)] as const)))
}

/** Operators decide when the author has no openid or was away for hours, or when WeChat fails or is late. */
async function orUndecided(
  { log }: FastifyRequest,
  ask: () => ReturnType<ContentCheck['checkText']>,
): Promise<ContentVerdict> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof WechatRefusal || error instanceof WechatUnavailable)) throw error
    log.warn({ err: error }, 'content check')
    return { verdict: 'undecided' }
  }
}
