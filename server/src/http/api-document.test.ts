import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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

async function givenWish() {
  const { playerId, coachId: coach, courseId: course, venueId: venue } = await givenScene(db)
  return { host, ...(await givenLogin(db, { userId: playerId })), coach, course, venue, date: TOMORROW }
}

test('the lines of docs/api.md run, and answer what stands below them', async () => {
  const blocks = blocksOf('sh', 'json')
  expect(blocks.map(({ language }) => language).join(' ')).toMatch(/^(sh json ?){8}$/)
  const { username, password, coach, course, venue, date } = await givenWish()
  const script = blocks.flatMap(({ language, code }) => (language === 'sh' ? [code, 'printf "\\n=====\\n"\n'] : []))
  const { stdout } = await run('bash', ['-euc', script.join('')], {
    env: {
      ...process.env,
      ...{ HOST: host, NAME: username, PASSWORD: password, COACH: coach, COURSE: course, VENUE: venue, DATE: date },
    },
  })
  const answers = stdout.split('\n=====\n').slice(0, -1)
  expect(answers.map((answer) => JSON.parse(answer))).toMatchObject(
    blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code)),
  )
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
