import * as api from '@paidang/api/areas/ground/files'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isKnown } from '../../../http/if-none-match.ts'
import { assertPolicy } from '../../../http/permission-matrix.ts'
import { API_PREFIX } from '../../../http/serve.ts'
import type { Caller } from '../../../http/session.ts'
import { acceptUploads } from '../../../http/upload.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { contractPhotos } from '../../../tables/contracts.ts'
import { files } from '../../../tables/files.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { merchantPhotos, stringingOrders, stringingSteps } from '../../../tables/stringing-orders.ts'
import { isPublic, type LinkQuery } from './file-links.ts'
import { storePicture } from './store-picture.ts'

/** One day. A replaced picture gets another name. Only pictures of the demo world keep their names. */
const PUBLIC_CACHING = 'public, max-age=86400, immutable'
/** The right to see it can change at any moment. */
const PRIVATE_CACHING = 'private, no-store'

/**
 * Whether the user may see a private picture. One of these must be true:
 * - The user uploaded it.
 * - It is the photo of this user's contract.
 * - It is the photo of a contract with a company whose admin this user is.
 * - It is the photo of a contract of this user's student with a company that this user teaches for.
 * - A stringing order of this user shows it.
 */
async function isForUser(db: Database, userId: string, relativePath: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${files} f where f.relative_path = ${relativePath} and f.owner_id = ${userId}
    union all
    select 1 from ${contractPhotos} p join ${companies} c on c.id = p.company_id
    where p.contract_attachment = ${relativePath} and (
      p.user_id = ${userId} or c.admin_id = ${userId}
      or exists (
        select 1 from ${companyMembers} m join ${studentRelations} r on r.coach_id = m.user_id
        where m.company_id = p.company_id and m.user_id = ${userId} and r.player_id = p.user_id))
    union all
    select 1 from ${stringingOrders} o join ${stringingSteps} s on s.order_id = o.id
    where o.user_id = ${userId} and s.photos <> '' and string_to_array(s.photos, ',') @> ${sql.param([relativePath])}::text[]
    limit 1`)
  return rows.length > 0
}

/** Whether the picture is a certificate in an application as a coach. Operators may see those. */
async function isCertificate(db: Database, relativePath: string): Promise<boolean> {
  const shown = sql`string_to_array(${coachApplications.certificates}, ',') @> ${sql.param([relativePath])}::text[]`
  return (await db.$count(coachApplications, shown)) > 0
}

/** Whether this shop took the photo. The shop's staff may see it. */
async function isPhotoOfShop(db: Database, merchantId: string, relativePath: string): Promise<boolean> {
  const own = and(eq(merchantPhotos.relativePath, relativePath), eq(merchantPhotos.merchantId, merchantId))
  return (await db.$count(merchantPhotos, own)) > 0
}

async function isFor(db: Database, caller: Caller, relativePath: string): Promise<boolean> {
  if (caller.kind === 'app') return isForUser(db, caller.user.id, relativePath)
  if (caller.kind !== 'staff') return false
  const { merchantId } = caller.staff
  return merchantId === null ? isCertificate(db, relativePath) : isPhotoOfShop(db, merchantId, relativePath)
}

/**
 * Everybody may see a public picture. A private one needs a signed link, or a caller who has a part in it. An absent
 * picture and a forbidden picture give the same refusal.
 * Source: permission matrix
 */
function serveFile(app: FastifyInstance): void {
  assertPolicy(app.permissionMatrix, 'GET', '/files/{relativePath}', 'open')
  app.get<{ Params: { '*': string }; Querystring: LinkQuery }>(
    `${API_PREFIX}/files/*`,
    {
      config: { errors: ['file_not_found'] },
      schema: {
        operationId: 'readFile',
        summary: 'A picture',
        description:
          'Avatars and pictures of venues, products and adverts are public. Others need a signed link or the right caller.',
        tags: ['files'],
        produces: ['image/webp', 'image/png', 'image/jpeg'],
      },
    },
    async ({ params, query, headers }, reply) => {
      const relativePath = params['*']
      if (!isPublic(relativePath) && !app.fileLinks.isOf(query, relativePath, app.now())) {
        const asking = await app.sessions.callerOf(headers.authorization)
        const caller: Caller =
          asking.kind === 'staff' && app.sessions.lacksFactor(asking.staff) ? { kind: 'guest' } : asking
        // The database rejects text with NUL, and no picture path contains it.
        if (relativePath.includes('\u0000') || !(await isFor(app.db, caller, relativePath)))
          throw new ApiError('file_not_found')
      }
      if (!isPublic(relativePath)) {
        const link = await app.fileStore.linkTo(relativePath)
        if (link !== undefined) return reply.header('cache-control', PRIVATE_CACHING).redirect(link, 302)
      }
      const { contentType, sizeBytes, etag, stream, close } = await app.fileStore.open(relativePath)
      // The mini-program and a web app on another origin also show these pictures.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      if (isPublic(relativePath)) {
        reply.header('cache-control', PUBLIC_CACHING).header('etag', etag)
        if (isKnown(headers['if-none-match'], etag)) {
          await close()
          return reply.status(304).send()
        }
      } else reply.header('cache-control', PRIVATE_CACHING)
      return reply.type(contentType).header('content-length', sizeBytes).send(stream())
    },
  )
}

const placesOf = ({ fileStore: store, fileLinks: links }: FastifyInstance) => ({ store, links })

const calls = plugin([
  handle(api.uploadFile, ({ query: { purpose }, file, user, db, now, app }) =>
    storePicture(db, placesOf(app), { file, purpose, by: { ownerId: user.id }, now }),
  ),

  handle(api.uploadStaffFile, ({ query: { purpose }, file, staff, db, now, app }) =>
    storePicture(db, placesOf(app), { file, purpose, by: { staffId: staff.id }, now }),
  ),

  handle(api.uploadCompanyFile, ({ file, admin, db, now, app }) =>
    storePicture(db, placesOf(app), { file, purpose: 'photo', by: { ownerId: admin.id }, now }),
  ),

  serveFile,
])

export default async (app: FastifyInstance) => {
  await acceptUploads(app)
  await calls(app)
}
