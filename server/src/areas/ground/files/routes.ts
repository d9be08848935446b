import * as files from '@paidang/api/areas/files'
import type { FastifyInstance } from 'fastify'
import { isKnown } from '../../../http/if-none-match.ts'
import { assertPolicy } from '../../../http/permission-matrix.ts'
import { API_PREFIX, serve } from '../../../http/serve.ts'
import type { Caller } from '../../../http/session.ts'
import { acceptUploads } from '../../../http/upload.ts'
import { isPublic, type LinkQuery } from './file-links.ts'
import { openFile } from './open-file.ts'
import { storePicture } from './store-picture.ts'

/** One day. A replaced picture gets another name. Only pictures of the demo world keep their names. */
const PUBLIC_CACHING = 'public, max-age=86400, immutable'
/** The right to see it can change at any moment. */
const PRIVATE_CACHING = 'private, no-store'

export default async function filesRoutes(app: FastifyInstance) {
  await acceptUploads(app)
  const places = { store: app.fileStore, links: app.fileLinks }

  serve(app, files.uploadFile, ({ query: { purpose }, file, user, db, now }) =>
    storePicture(db, places, { file, purpose, by: { ownerId: user.id }, now }),
  )
  serve(app, files.uploadStaffFile, ({ query: { purpose }, file, staff, db, now }) =>
    storePicture(db, places, { file, purpose, by: { staffId: staff.id }, now }),
  )

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
    async (request, reply) => {
      const relativePath = request.params['*']
      const callerOf = async (): Promise<Caller> => {
        const caller = await app.sessions.callerOf(request.headers.authorization)
        return caller.kind === 'staff' && app.sessions.lacksFactor(caller.staff) ? { kind: 'guest' } : caller
      }
      const asking = { relativePath, query: request.query, callerOf, now: app.now() }
      const { contentType, sizeBytes, etag, stream, close } = await openFile(app.db, places, asking)
      // The mini-program and a web app on another origin also show these pictures.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      if (isPublic(relativePath)) {
        reply.header('cache-control', PUBLIC_CACHING).header('etag', etag)
        if (isKnown(request.headers['if-none-match'], etag)) {
          await close()
          return reply.status(304).send()
        }
      } else reply.header('cache-control', PRIVATE_CACHING)
      return reply.type(contentType).header('content-length', sizeBytes).send(stream())
    },
  )
}
