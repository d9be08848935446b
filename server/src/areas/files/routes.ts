import type { FastifyInstance } from 'fastify'
import { assertPolicy } from '../../http/permission-matrix.ts'
import { API_PREFIX } from '../../http/serve.ts'
import { openPicture } from './open-picture.ts'

/** A day: a picture that is replaced gets another name, only those of the demo world keep theirs. */
const CACHE_CONTROL = 'public, max-age=86400, immutable'

export default async function filesRoutes(app: FastifyInstance) {
  assertPolicy(app.permissionMatrix, 'GET', '/files/{relativePath}', 'open')
  app.get<{ Params: { '*': string } }>(
    `${API_PREFIX}/files/*`,
    {
      schema: {
        summary: '公开图片：头像、场馆、商品与广告',
        tags: ['files'],
        produces: ['image/webp', 'image/png', 'image/jpeg'],
      },
    },
    async (request, reply) => {
      const { file, contentType, sizeBytes, etag } = await openPicture(app.filesDirectory, request.params['*'])
      // The mini-program and a web app on another origin show these pictures too.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      reply.header('cache-control', CACHE_CONTROL).header('etag', etag)
      if (isKnown(request.headers['if-none-match'], etag)) {
        await file.close()
        return reply.status(304).send()
      }
      return reply.type(contentType).header('content-length', sizeBytes).send(file.createReadStream())
    },
  )
}

/** Whether the caller says that he holds this very picture. Source: RFC 9110 §13.1.2 */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const held = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held.includes(etag) || held.includes('*')
}
