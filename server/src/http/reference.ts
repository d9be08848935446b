import { readFileSync } from 'node:fs'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type ErrorCode, errors } from '@paidang/api/catalogue/errors'
import * as declared from '@paidang/api/declared'
import type { AreaReference, Endpoint } from '@paidang/api/endpoint'
import { heedsKey, refusalsOf } from '@paidang/api/refusals'
import type { FastifyInstance } from 'fastify'
import { assertPolicy } from './permission-matrix.ts'
import { fillNames, readTable } from './read-table.ts'
import { API_PREFIX } from './serve.ts'
import { UPLOAD_FORM } from './upload.ts'

/** One export of the API's sources; its area is the name of its file. */
type Declared = { area: string; name: string; value: unknown }

const DECLARED: Declared[] = Object.entries<Record<string, unknown>>(declared).flatMap(([source, exports]) => {
  const area = source.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return Object.entries(exports).map(([name, value]) => ({ area, name, value }))
})

/** An endpoint with its name and its area. */
type NamedEndpoint = { area: string; name: string; endpoint: Endpoint }

/** Every endpoint that the API declares, whether it is served or not. */
export const ENDPOINTS: readonly NamedEndpoint[] = DECLARED.flatMap(({ area, name, value }) =>
  isEndpoint(value) ? [{ area, name, endpoint: value }] : [],
)

const REFERENCES = new Map(
  DECLARED.flatMap(({ area, name, value }) => (name === 'reference' ? [[area, value as AreaReference] as const] : [])),
)

/** What a field means: first by what holds it, then by its name alone; first in its area, then everywhere. */
function meaningOf(area: string, holder: string, name: string): string | undefined {
  const places = [REFERENCES.get(area), REFERENCES.get('shapes')]
  const keys = [`${holder}.${name}`, name]
  return keys.flatMap((key) => places.map((place) => place?.fields[key])).find((meaning) => meaning !== undefined)
}

/** A field as it is: its meaning here, and what its schema says of every such value. */
function describe({ description }: { description?: string }, meaning: string | undefined): { description: string } {
  return { description: [...new Set([meaning, description])].filter(Boolean).join(' ') }
}

/** The schema with the meaning of each of its properties. */
function described(node: unknown, area: string, holder: string): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map((one) => described(one, area, holder))
  const inside = ([name, schema]: [string, object]): [string, object] => [
    name,
    { ...(described(schema, area, name) as object), ...describe(schema, meaningOf(area, holder, name)) },
  ]
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'properties'
        ? Object.fromEntries(Object.entries<object>(value).map(inside))
        : described(value, area, holder),
    ]),
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

/** A schema as text. The plugin writes a constant as the only choice. */
function contentOf(schema: unknown): string {
  return JSON.stringify(schema, (_key, value) => {
    if (typeof value?.const === 'undefined') return value
    const { const: only, ...rest } = value
    return { ...rest, enum: [only] }
  })
}

/** The schemas that have a name, by their content. */
function readNamedSchemas(): Map<string, Declared> {
  const isSchema = (value: unknown) => typeof value === 'object' && value !== null && !isEndpoint(value)
  const named = DECLARED.filter(
    ({ name, value }) =>
      /^[A-Z][a-z]/.test(name) && isSchema(value) && ('type' in Object(value) || 'anyOf' in Object(value)),
  )
  return new Map(named.reverse().map((one) => [contentOf(one.value), one]))
}

const KEY_HEADER = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{8,100}$',
  description: 'A random text of the caller. A repeat with the same key within 24 hours gets the first answer again.',
  examples: ['3f0c9d1e-7a52-4c58-9f0e-2b1d6a4e8c11'],
}

function headersOf(endpoint: Endpoint): object | undefined {
  if (!heedsKey(endpoint)) return undefined
  const required = endpoint.once === 'by-key' ? ['Idempotency-Key'] : []
  return { type: 'object', properties: { 'Idempotency-Key': KEY_HEADER }, required }
}

const REFUSAL = {
  type: 'object',
  description: 'The envelope of every refusal.',
  required: ['success', 'code', 'data', 'msg'],
  properties: {
    success: { type: 'boolean', const: false, description: 'Whether the call succeeded: it did not.' },
    code: { type: 'string', description: 'The code of the error.' },
    data: { description: 'Details of the refusal, or null.' },
    msg: { type: 'string', description: 'The sentence for the user, in Chinese.' },
  },
}

/** The picture of the product, instead of the library's. */
const LOGO = new URL('../../../console/public/favicon.svg', import.meta.url)

const ANSWER = { description: 'What the call answers.' }
const WHICH = 'Which refusal it is: the description of the answer explains each.'

/** The refusals of a call by status, each with its code and its sentence, as `share` refers to them. */
function refusalResponses(
  codes: readonly ErrorCode[],
  share: (status: number, response: object) => object,
): Record<string, object> {
  const statuses = [...new Set(codes.map((code) => errors[code].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => errors[code].status === status).sort()
      const description = own.map((code) => `- \`${code}\` ${errors[code].message}`).join('\n')
      const schema = {
        allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code: { enum: own, description: WHICH } } }],
      }
      return [status, share(status, { description, content: { 'application/json': { schema } } })]
    }),
  )
}

const FIRST_ID = 1024
const NO_IDS: readonly [RegExp, string][] = [
  [/username$/i, 'linxiao'],
  [/password$/i, 'racket-2026'],
  [/claimCode$/, '48392017'],
  [/studentInvitationToken$/, 'mZ3kQ0v8TtWc1yXb7RjLaA'],
  [/code$/i, '483920'],
  [/phone$/i, '13812345678'],
]

/** A text of the table with values in the place of its names: the same value for the same name, another for another. */
function exampleText(text: string): string {
  const names: string[] = []
  return fillNames(text, (name) => {
    const known = NO_IDS.find(([pattern]) => pattern.test(name))?.[1]
    if (!known && !names.includes(name)) names.push(name)
    return known ?? String(FIRST_ID + names.indexOf(name))
  })
}

/** An example of each call that has a query or a body, by method and path: what the tests of permissions send. */
function readExamples(): Map<string, { query: URLSearchParams; body?: unknown }> {
  const rows = readTable(new URL('../../requests.tsv', import.meta.url), 5)
  const examples = rows.map(([endpoint = '', , , ...cells]) => {
    const [query = '', body = ''] = cells.map((cell) => (cell === '-' ? '' : exampleText(cell)))
    const example = { query: new URLSearchParams(query), ...(body.startsWith('{') && { body: JSON.parse(body) }) }
    return [endpoint, example] as const
  })
  // The first row of a call holds.
  return new Map(examples.reverse())
}

const ABOUT = `
The HTTP API of 拍档 (Paidang). How to log in, repeat calls, page and read errors is told in \`docs/api.md\`.

Every answer is one envelope: \`{ success, code, data, msg, total? }\`. \`code\` is 0 on success, else the error's code.
Money is in fen. A time slot is a half-hour of a day in Shanghai, 0 to 47, and ends are exclusive. Dates are yyyy-mm-dd
in Shanghai. Lesson hours are in steps of 0.5.`

/** Collects the schemas of every route that is registered after it. */
export async function collectReference(app: FastifyInstance): Promise<void> {
  const byEndpoint = new Map(ENDPOINTS.map((one) => [one.endpoint, one]))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: '拍档 API',
        version: '1',
        description: ABOUT.trim(),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      security: [],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description:
              'The token of a log-in: `POST /aaapi/auth/h5-login`, or `POST /aaapi/staff/login` for the console.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { endpoint, errors: codes = [] } = route.config ?? {}
      const one = endpoint && byEndpoint.get(endpoint)
      return {
        // An optional last part appears like every other part, and the rest of a path has a name.
        url: url.replace(/\?$/, '').replace(/\*$/, ':relativePath'),
        schema: {
          ...schema,
          ...(one && { operationId: one.name, tags: [one.area] }),
          ...(endpoint?.description && { description: endpoint.description.join(' ') }),
          ...(endpoint?.upload && { consumes: ['multipart/form-data'], body: UPLOAD_FORM }),
          ...(endpoint && { headers: headersOf(endpoint) }),
          'x-errors': endpoint ? refusalsOf(endpoint) : codes,
        },
      }
    },
  })
}

/** Serves the document and the browsable reference. Both are made from the schemas that validate. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  assertPolicy(app.permissionMatrix, 'GET', '/openapi.json', 'open')
  assertPolicy(app.permissionMatrix, 'GET', '/docs', 'open')
  const names = readNamedSchemas()
  let document: object | undefined
  const reference = () => {
    document ??= completed(app.swagger(), names)
    return document
  }
  app.get(`${API_PREFIX}/openapi.json`, { schema: { hide: true } }, async () => reference())
  const page = {
    filename: 'reference-page.js',
    content: readFileSync(new URL('reference-page.js', import.meta.url), 'utf8'),
  }
  await app.register(swaggerUi, {
    routePrefix: `${API_PREFIX}/docs`,
    uiConfig: { docExpansion: 'none', filter: true },
    theme: { title: '拍档 API', js: [page] },
    logo: { type: 'image/svg+xml', content: readFileSync(LOGO), href: `${API_PREFIX}/docs`, target: '_self' },
    transformSpecification: () => reference(),
    transformSpecificationClone: false,
  })
}

type Parameter = {
  in: string
  name: string
  required?: boolean
  description?: string
  schema?: { default?: unknown; type?: string; examples?: unknown[] }
}

type Body = { required?: string[]; properties?: Record<string, { default?: unknown }> }

type Operation = {
  operationId?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Body }> }
  'x-errors': ErrorCode[]
  responses: Record<string, { content?: Record<string, { schema: { properties?: { data?: object } } }> }>
}

/** The value of a parameter in the example of its call. None where its schema has one. */
function exampleOf({ name, schema }: Parameter, query: URLSearchParams | undefined): { example?: unknown } {
  const value = query?.get(name)
  if (value === null || value === undefined || schema?.examples) return {}
  return { example: /^(integer|number|boolean)$/.test(schema?.type ?? '') ? JSON.parse(value) : value }
}

/** A body whose fields with a default may be left out. */
function withoutDefaults(body: Body | undefined): Body {
  if (!body?.required) return body ?? {}
  return { ...body, required: body.required.filter((name) => body.properties?.[name]?.default === undefined) }
}

/** The document with each named schema in one place, with what every field means, and with the refusals of each call. */
function completed(document: ReturnType<FastifyInstance['swagger']>, names: Map<string, Declared>): object {
  const schemas: Record<string, unknown> = { Refusal: REFUSAL }
  const named = (node: unknown, isNamed = false): unknown => {
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) return node.map((one) => named(one))
    const found = isNamed ? undefined : names.get(contentOf(node))
    if (!found) return Object.fromEntries(Object.entries(node).map(([key, one]) => [key, named(one)]))
    const { area, name } = found
    schemas[name] ??= {
      ...(described(named(node, true), area, name) as object),
      ...describe(node, REFERENCES.get(area)?.fields[name]),
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  const { paths, components, ...head } = document as unknown as {
    paths: Record<string, Record<string, Operation>>
    components: object
  }
  const examples = readExamples()
  const shared = new Map<string, { name: string; response: object }>()
  // Many calls refuse alike. Said once, it takes a tenth of the document, not half.
  const share = (status: number, response: object) => {
    const content = JSON.stringify(response)
    const one = shared.get(content) ?? { name: `Refused${status}n${shared.size + 1}`, response }
    shared.set(content, one)
    return { $ref: `#/components/responses/${one.name}` }
  }
  const complete = (method: string, path: string, one: Operation) => {
    const { 'x-errors': codes, responses, parameters, requestBody, ...operation } = one
    const { operationId: call = '', tags: [area = ''] = [] } = operation
    const example = examples.get(`${method.toUpperCase()} ${path.slice(API_PREFIX.length)}`)
    const json = requestBody?.content['application/json']
    if (json && example?.body) Object.assign(json, { example: example.body })
    if (json) json.schema = withoutDefaults(json.schema)
    for (const { content } of Object.values(responses)) {
      const fields = content?.['application/json']?.schema.properties
      if (fields?.data) fields.data = { ...(described(named(fields.data), area, call) as object), ...ANSWER }
    }
    return {
      ...operation,
      ...(parameters && {
        parameters: parameters.map((one) => ({
          ...one,
          // Who leaves it out gets the default.
          required: one.required === true && one.schema?.default === undefined,
          ...describe(one, one.in === 'header' ? undefined : meaningOf(area, call, one.name)),
          ...(one.in === 'query' && exampleOf(one, example?.query)),
        })),
      }),
      ...(requestBody && { requestBody: described(named(requestBody), area, call) }),
      responses: { ...responses, ...refusalResponses(codes, share) },
    }
  }
  const completedPaths = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, complete(method, path, operation)]),
    ),
  ])
  return {
    ...head,
    tags: [...REFERENCES].flatMap(([name, { about }]) => (about ? [{ name, description: about }] : [])),
    paths: Object.fromEntries(completedPaths),
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).sort()),
      responses: Object.fromEntries([...shared.values()].map(({ name, response }) => [name, response])),
    },
  }
}
