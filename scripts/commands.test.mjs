// Every command that README and CONTRIBUTING name, in a fresh clone. Run: npm run test:long -- commands
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
mkdirSync(join(root, '.cache'), { recursive: true })
const clone = mkdtempSync(join(root, '.cache/clone-'))
const PATIENCE = { timeout: 1_800_000, interval: 500 }

beforeAll(() => void execFileSync('git', ['clone', '--quiet', root, clone]))
afterAll(() => rmSync(clone, { recursive: true, force: true }))

/** Starts a command in the clone, without the settings of this run. */
function begin(command) {
  const child = spawn(command, {
    cwd: clone,
    shell: true,
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: undefined,
      VITEST: undefined,
      TEST_LONG: undefined,
      DATA_DIR: undefined,
      PORT: undefined,
    },
  })
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output.text += text))
  }
  return { child, output, closed: once(child, 'close') }
}

/** What a command that ends has printed. */
async function done(command) {
  const { output, closed } = begin(command)
  const [code] = await closed
  expect(code, output.text.slice(-4_000)).toBe(0)
  return output.text
}

/**
 * A command that serves until Ctrl-C: each of its pages answers.
 *
 * @param {string} command
 * @param {string[]} paths
 * @param {() => Promise<void>} [meanwhile] what is tried while it serves
 */
async function served(command, paths, meanwhile) {
  const { child, output, closed } = begin(command)
  const addressIn = () => /拍档已启动：(\S+)/.exec(output.text)?.[1]
  try {
    await expect.poll(() => addressIn() ?? (child.exitCode === null ? '' : output.text), PATIENCE).toMatch(/^http:/)
    for (const path of paths) expect((await fetch(addressIn() + path)).status, path).toBe(200)
    await meanwhile?.()
  } finally {
    if (child.exitCode === null) process.kill(-Number(child.pid), 'SIGINT')
    await closed
  }
}

/** How each command is tried. Those with … get what a reader would put there. */
const WAYS = {
  'npm start': () => served('npm start', ['/', '/console/', '/aaapi/openapi.json']),
  'npm run dev': () => served('npm run dev', ['/console/', '/aaapi/openapi.json']),
  'npx vitest run --project=domain': (command) => done(command),
  'npx vitest run --project=server addresses': (command) => done(command),
  'npx vitest --project=app booking': (command) => done(command),
  'npm run check -- static': (command) => done(command),
  'npm run fix': async (command) => {
    await done(command)
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' })).toBe('')
  },
  'npm run e2e': () => done('npm run e2e -- my-classes'),
  'npm run e2e -- balls -g cancelled': (command) => done(command),
  'npm run e2e -- weapp pages': (command) => done(command),
  'npm run screens': () => done('npm run screens -- login'),
  'npm run screens -- home': async (command) => {
    await done(command)
    expect(readdirSync(join(clone, 'e2e/test-results/screens')).join(' ')).toContain('home')
  },
  'npm run screens:weapp': async (command) => {
    await done(command)
    expect(readdirSync(join(clone, 'e2e/test-results/weapp')).length).toBeGreaterThan(0)
  },
  'npm run bench': () => done('npm run bench -- --small'),
  'npm run create-operator -- --username …': async () => {
    // Nothing runs any more, so it says how it is used.
    const { output, closed } = begin('npm run create-operator -- --username boss_lin')
    expect((await closed)[0]).toBe(1)
    expect(output.text).toContain('用法')
  },
  'npm run check-invariants': (command) =>
    served('npm start', ['/'], async () => expect(await done(command)).not.toContain('✗')),
  'npm run migration -- --name …': async () => {
    await done('npm run migration -- --name nothing-changed')
  },
  // It ends with 1 on the day on which a library publishes a version that nobody has read yet.
  'npm run outdated': async (command) => {
    const { output, closed } = begin(command)
    await closed
    expect(output.text).toContain('@types/react')
  },
}
/** Tried by .ci/run, by this run, and by the piece `deploy`. */
const ELSEWHERE = {
  'npm run build': 'scripts/deploy.test.mjs',
  'npm run backup -- --to …': 'scripts/deploy.test.mjs',
  'npm run restore -- --from …': 'scripts/deploy.test.mjs',
  'npm run doctor': 'scripts/deploy.test.mjs',
  'npm run move-files -- --to s3': 'scripts/hosts.test.mjs',
  'npm test': '.ci/run',
  'npm run check': 'scripts/test.mjs',
  'npm run test:long': 'scripts/test-long.mjs',
}

const named = ['README.md', 'CONTRIBUTING.md'].flatMap((page) =>
  readFileSync(join(root, page), 'utf8')
    .split('\n')
    .flatMap((line) => /^\| `(np[mx] [^`]+)`/.exec(line)?.[1] ?? /^(np[mx] .*?)(?: {2,}#.*|$)/.exec(line)?.[1] ?? []),
)

test('each named command is tried', () => {
  const tried = [...Object.keys(WAYS), ...Object.keys(ELSEWHERE)].sort()
  expect([...new Set(named)].sort()).toEqual(tried)
  for (const file of Object.values(ELSEWHERE)) expect(existsSync(join(root, file)), file).toBe(true)
})

test.each(Object.entries(WAYS))('%s', async (command, way) => void (await way(command)))
