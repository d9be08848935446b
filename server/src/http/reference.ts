import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { assertPolicy } from './permission-matrix.ts'
import { API_PREFIX } from './serve.ts'
import { UPLOAD_FORM } from './upload.ts'

const KEY_HEADER = {
  type: 'object',
  properties: { 'Idempotency-Key': { type: 'string' } },
  required: ['Idempotency-Key'],
}

/** Collects the schemas of every route that is registered after it. */
export async function collectReference(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: '拍档 API',
        version: '1',
        description:
          '统一信封：{ success, code, data, msg, total? }。成功时 code 为 0，失败时为错误码。金额单位为分；时段为半小时序号 0–47，结束不含；日期为上海日历 yyyy-mm-dd；课时以 0.5 为步长。写操作可带 Idempotency-Key，24 小时内重放首次应答；会产生金额、课时或库存的写操作必须带，否则返回 400。',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ schema, url, route }) => ({
      // An optional last part appears like every other part.
      url: url.replace(/\?$/, ''),
      schema: {
        ...schema,
        ...(route.config?.endpoint?.upload && { consumes: ['multipart/form-data'], body: UPLOAD_FORM }),
        ...(route.config?.endpoint?.once === 'by-key' && { headers: KEY_HEADER }),
      },
    }),
  })
}

/** Serves the document and the browsable reference. Both are made from the schemas that validate. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  assertPolicy(app.permissionMatrix, 'GET', '/openapi.json', 'open')
  assertPolicy(app.permissionMatrix, 'GET', '/docs', 'open')
  app.get(`${API_PREFIX}/openapi.json`, { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, { routePrefix: `${API_PREFIX}/docs` })
}
