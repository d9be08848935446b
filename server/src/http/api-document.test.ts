import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deskErrors, errors } from '@paidang/api/catalogue/errors'
import * as declared from '@paidang/api/declared'
import { refusalsOf } from '@paidang/api/refusals'
import { isForStaff } from '@paidang/domain/kernel/access'
import openapiTs, { astToString, type OpenAPI3 } from 'openapi-typescript'
import {
  createProgram,
  flattenDiagnosticMessageText,
  getPreEmitDiagnostics,
  ModuleKind,
  ModuleResolutionKind,
  ScriptTarget,
} from 'typescript'
import { afterAll, expect, test } from 'vitest'
import { givenLogin, givenScene, TOMORROW } from '../testing/builders.ts'
import { startTestServer } from '../testing/test-server.ts'
import { ENDPOINTS } from './reference.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const { app, db, request } = await startTestServer()
await app.listen({ port: 0, host: '127.0.0.1' })
const host = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const folder = await mkdtemp(join(tmpdir(), 'paidang-client-'))
afterAll(() => rm(folder, { recursive: true }))

const text = await readFile(join(ROOT, 'docs/api.md'), 'utf8')
/** The blocks of code in one language, in their order. */
const blocksOf = (...languages: string[]) =>
  [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, language = '', code = '']) =>
    languages.includes(language) ? [{ language, code }] : [],
  )

type Operation = {
  operationId: string
  tags: string[]
  parameters?: { name: string; required?: boolean; description?: string; schema: { default?: unknown } }[]
  requestBody?: unknown
  responses: Record<string, unknown>
}

async function givenWish() {
  const { playerId, coachId: coach, courseId: course, venueId: venue } = await givenScene(db)
  return { host, ...(await givenLogin(db, { userId: playerId })), coach, course, venue, date: TOMORROW }
}

test('the refusals that phones leave out are those of calls from desks alone', () => {
  const [ofDesks, ofPhones] = [true, false].map(
    (isDesk) =>
      new Set(
        ENDPOINTS.flatMap(({ endpoint }) => (isForStaff(endpoint.access) === isDesk ? refusalsOf(endpoint) : [])),
      ),
  )
  const alone = [...(ofDesks ?? [])].filter((code) => !ofPhones?.has(code))
  expect(Object.keys(deskErrors).sort()).toEqual(alone.sort())
})

test('the lines of docs/api.md run, and answer what stands below them', async () => {
  const blocks = blocksOf('sh', 'json')
  expect(blocks.map(({ language }) => language).join(' ')).toMatch(/^(sh json ?){9}$/)
  const { username, password, date } = await givenWish()
  const script = blocks.flatMap(({ language, code }) => (language === 'sh' ? [code, 'printf "\\n=====\\n"\n'] : []))
  const { stdout } = await run('bash', ['-euc', script.join('')], {
    env: {
      ...process.env,
      ...{ HOST: host, NAME: username, PASSWORD: password, DATE: date },
    },
  })
  const answers = stdout.split('\n=====\n').slice(0, -1)
  expect(answers.map((answer) => JSON.parse(answer))).toMatchObject(
    blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code)),
  )
})

test('every schema, parameter, property, choice and tag of the reference says what it means', async () => {
  const { paths, components, tags } = (await request({ url: '/aaapi/openapi.json' })).json()
  const silent: string[] = []
  /** `said` is the description of the nearest property or parameter, which names each of its choices. */
  const look = (node: unknown, where: string, said: string) => {
    if (typeof node !== 'object' || node === null) return
    const { description, properties, enum: choices = [], ...rest } = node as Record<string, never>
    const isSaid = (choice: unknown) => typeof choice === 'boolean' || new RegExp(`(?<!\\w)${choice}(?!\\w)`).test(said)
    silent.push(...[...choices].filter((choice) => !isSaid(choice)).map((choice) => `${where}: ${choice}`))
    for (const [name, one] of Object.entries<{ description?: string }>(properties ?? {})) {
      if (!one.description) silent.push(`${where}.${name}`)
      look(one, `${where}.${name}`, one.description ?? '')
    }
    for (const [key, one] of Object.entries(rest)) if (!/^examples?$/.test(key)) look(one, where, said)
  }
  for (const [name, schema] of Object.entries<{ description?: string }>(components.schemas)) {
    if (!schema.description) silent.push(name)
    look(schema, name, schema.description ?? '')
  }
  const operations = Object.values<Record<string, Operation>>(paths).flatMap((methods) => Object.values(methods))
  for (const { operationId, parameters = [], requestBody, responses } of operations) {
    for (const { name, description, schema } of parameters) {
      if (!description) silent.push(`${operationId}(${name})`)
      look(schema, `${operationId}(${name})`, description ?? '')
    }
    look(requestBody, operationId, '')
    look(responses[200], operationId, '')
  }
  const told = new Map(tags.map(({ name, description }: { name: string; description?: string }) => [name, description]))
  for (const tag of new Set(operations.flatMap(({ tags }) => tags))) if (!told.get(tag)) silent.push(`tag ${tag}`)
  expect(silent).toEqual([])
})

test('every entry of the reference explains something that the document still has', async () => {
  const document = JSON.stringify((await request({ url: '/aaapi/openapi.json' })).json())
  const entries = Object.entries(declared).flatMap(([area, exports]) =>
    'reference' in exports ? Object.entries(exports.reference.fields).map((entry) => [area, ...entry] as const) : [],
  )
  expect(entries.length).toBeGreaterThan(500)
  const isShown = (meaning: string) => document.includes(JSON.stringify(meaning).slice(1, -1))
  expect(entries.filter(([, , meaning]) => !isShown(meaning)).map(([area, name]) => `${area} ${name}`)).toEqual([])
})

test('a parameter or a field of a body with a default may be left out', async () => {
  const { paths } = (await request({ url: '/aaapi/openapi.json' })).json()
  const operations = Object.values<Record<string, Operation>>(paths).flatMap((methods) => Object.values(methods))
  const defaulted = operations.flatMap(({ parameters = [] }) => parameters.filter(({ schema }) => 'default' in schema))
  expect(defaulted.length).toBeGreaterThan(100)
  expect(defaulted.filter(({ required }) => required)).toEqual([])
  const { requestBody } = paths['/aaapi/coach-pages/list'].post
  expect(requestBody.content['application/json'].schema).toMatchObject({ required: [], properties: { current: {} } })
})

test('every operation of the reference lists its refusals with status, code and sentence', async () => {
  const { paths, components } = (await request({ url: '/aaapi/openapi.json' })).json()
  const silent = ENDPOINTS.flatMap(({ name, endpoint }) => {
    const { responses } = paths[`/aaapi${endpoint.path.replace(/:(\w+)/g, '{$1}')}`][endpoint.method.toLowerCase()]
    return refusalsOf(endpoint)
      .filter((code) => {
        const { status, message } = errors[code]
        const shared = components.responses[responses[status]?.$ref.split('/').at(-1)]
        return !shared?.description.split('\n').includes(`- \`${code}\` ${message}`)
      })
      .map((code) => `${name}: ${code}`)
  })
  expect(silent).toEqual([])
})

test('a client that a foreign generator makes of the reference logs in, books a class and cancels it', async () => {
  const document = (await request({ url: '/aaapi/openapi.json' })).json() as OpenAPI3
  const source = join(folder, 'client.mts')
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'paidang.ts'), astToString(await openapiTs(document, { defaultNonNullable: false })))
  await writeFile(
    source,
    blocksOf('ts')
      .map(({ code }) => code)
      .join(''),
  )
  const program = createProgram([source], {
    strict: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    target: ScriptTarget.ES2022,
    module: ModuleKind.ESNext,
    moduleResolution: ModuleResolutionKind.Bundler,
  })
  const complaints = getPreEmitDiagnostics(program).map(({ messageText }) =>
    flattenDiagnosticMessageText(messageText, '\n'),
  )
  expect(complaints).toEqual([])
  program.emit()
  const wish = JSON.stringify(await givenWish())
  const call = `import { bookAndCancel } from './client.mjs'; console.log(JSON.stringify(await bookAndCancel(${wish})))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', call], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual(['PENDING', 'CANCELLED'])
})
