// Runs everything of which npm test takes a sample: npm run test:long [-- piece …]. `journeys` means all pieces whose
// name starts with it. Each piece takes at most an hour. The results of all pieces are in docs/proof.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './browser.mjs'
import { reportOf, vitest } from './check.mjs'
import { fail } from './child.mjs'
import { countsOf, printSummary, readReport } from './reports.mjs'
import { ensureInstalled } from './set-up.mjs'
import { runSteps, script, tool } from './steps.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const RESULTS = join(root, 'docs', 'proof.json')
const PAGE = join(root, 'docs', 'proof.md')

const env = { TEST_LONG: '1' }
const WALKS = ['src/http/mutations.test.ts']
const MODELS = ['model.test.ts', 'blacklist-property.test.ts']

/**
 * Start times of the journeys' clock: around midnight and noon, the ends of months and years, 29 February. All of them
 * are in the future, because the clock must not go backwards.
 */
const CLOCKS = [
  '2031-01-31T00:10:00+08:00',
  '2031-03-01T07:29:00+08:00',
  '2031-06-30T23:50:00+08:00',
  '2031-10-03T13:05:00+08:00',
  '2031-12-31T11:55:00+08:00',
  '2032-01-01T00:01:00+08:00',
  '2032-02-28T21:40:00+08:00',
  '2032-02-29T00:10:00+08:00',
  '2032-02-29T23:50:00+08:00',
  '2032-04-30T18:31:00+08:00',
]

const builds = [script('build of h5', 'build.mjs', ['h5']), script('build of console', 'build.mjs', ['console'])]

const journeysAt = (clock, chromium) => {
  const name = `browser journeys at ${clock}`
  const report = reportOf(name.replaceAll(/\W+/g, '-'))
  return tool(name, '@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts'], {
    cores: 2,
    after: builds.map((step) => step.name),
    report,
    env: { ...env, CHROMIUM: chromium, JOURNEY_CLOCK: clock, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
}

/** The pieces by name: what each tries beyond npm test, and its steps. */
const PIECES = {
  mutations: {
    tries: 'every hostile value in every field of every call',
    steps: () => [vitest('all mutations', ['--project=server', ...WALKS], { env })],
  },
  models: {
    tries: 'long lives of the models, of seeds that nobody has seen yet',
    steps: () => [vitest('long models', ['--project=server', ...MODELS], { env })],
  },
  races: {
    tries: 'all rounds of the races, and every other test of the server beside them',
    steps: () => [
      vitest(
        'all race rounds',
        ['--project=server', ...[...WALKS, ...MODELS].flatMap((file) => ['--exclude', `**/*${file}`])],
        { env },
      ),
    ],
  },
  ...Object.fromEntries(
    CLOCKS.map((clock) => [
      `journeys-${clock.slice(0, '2031-01-31T00:10'.length)}`,
      {
        tries: 'every browser journey, with its clock beginning then',
        steps: (chromium) => [...builds, journeysAt(clock, chromium)],
      },
    ]),
  ),
}

const wanted = process.argv.slice(2)
const isMeant = (name, word) => name === word || name.startsWith(`${word}-`)
const unknown = wanted.filter((word) => !Object.keys(PIECES).some((name) => isMeant(name, word)))
if (unknown.length > 0) fail(`不认识的部分 ${unknown.join('、')}，可用：${Object.keys(PIECES).join('、')}`)
await ensureInstalled()
const chromium = await ensureBrowser()

let isWell = true
for (const [name, { tries, steps: stepsOf }] of Object.entries(PIECES)) {
  if (wanted.length > 0 && !wanted.some((word) => isMeant(name, word))) continue
  console.log(`\n══ ${name}: ${tries}`)
  const begun = Date.now()
  const steps = stepsOf(chromium)
  const results = await runSteps(steps)
  isWell = printSummary(results, steps.length) && isWell
  record(name, { ...summaryOf(results), minutes: Math.round((Date.now() - begun) / 60_000) })
}
process.exit(isWell ? 0 : 1)

function summaryOf(results) {
  const { passed, failed, skipped } = countsOf(results.flatMap(({ report }) => readReport(report)))
  const seeds = results.flatMap(({ log }) => log.match(/^model of .*$/gm) ?? []).sort()
  const broken = results.filter(({ code }) => code !== 0).map(({ name }) => name)
  return { passed, failed, skipped, seeds, broken }
}

/** Saves the result of a piece next to those of the others, and rewrites the page. */
function record(name, result) {
  const known = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node.js ${process.versions.node}`
  known[name] = { ...result, date: new Date().toISOString().slice(0, 10), machine }
  mkdirSync(join(root, 'docs'), { recursive: true })
  writeFileSync(RESULTS, `${JSON.stringify(known, null, 2)}\n`)
  writeFileSync(PAGE, pageOf(known))
}

function pageOf(known) {
  const rows = Object.entries(PIECES).map(([name, { tries }]) => {
    const one = known[name]
    if (!one) return `| ${name} | ${tries} | not run yet | | | |`
    const verdict = one.broken.length > 0 ? `**failed: ${one.broken.join(', ')}**` : 'passed'
    const counts = `${one.passed} passed, ${one.failed} failed, ${one.skipped} skipped`
    return `| ${name} | ${tries} | ${verdict} | ${counts} | ${one.minutes} | ${one.date}, ${one.machine} |`
  })
  const seeds = Object.values(known).flatMap(({ seeds }) => seeds)
  return `# What the long run proved

\`npm test\` takes samples: one hostile value of each kind in each field, a quarter of the rounds of each race, the models' lives
of one seed, one clock for the browser. \`npm run test:long\` tries all of it, in pieces of at most an hour;
\`npm run test:long -- races\` runs one piece. This page is written by it.

| Piece | What it tries | Verdict | Cases | Minutes | When and where |
|---|---|---|---|---|---|
${rows.join('\n')}

Seeds of the models (\`MODEL_SEED=…\` follows them again):

${seeds.map((seed) => `- ${seed}`).join('\n') || '- none yet'}
`
}
