// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Runs everything of which npm test takes a sample: npm run test:long [-- piece …]. `journeys` means all pieces whose
// name starts with it. Each piece takes at most an hour. The results of all pieces are in docs/proof.md.
import { ensureBrowser } from './browser.mjs'
import { reportOf, vitest } from './check.mjs'
import { fail } from './child.mjs'
import { CLOCKS, journeysOf, recordProof, TRIES } from './proof.mjs'
import { countsOf, printSummary, readReport } from './reports.mjs'
import { ensureInstalled } from './set-up.mjs'
import { runSteps, script, tool } from './steps.mjs'

const env = { TEST_LONG: '1' }
const WALKS = ['src/http/mutations.test.ts']
const MODELS = ['model.test.ts', 'blacklist-property.test.ts']

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

const faults = (name) => [
  script('build of the folder', 'build.mjs', []),
  vitest('faults', ['--root', 'scripts', 'faults', '-t', name], { after: ['build of the folder'], env }),
]

/**
 * The steps of each piece.
 *
 * @type {Record<string, (chromium: string) => import('./steps.mjs').Step[]>}
 */
const PIECES = {
  mutations: () => [vitest('all mutations', ['--project=server', ...WALKS], { env })],
  models: () => [vitest('long models', ['--project=server', ...MODELS], { env })],
  races: () => [
    vitest(
      'all race rounds',
      ['--project=server', ...[...WALKS, ...MODELS].flatMap((file) => ['--exclude', `**/*${file}`])],
      { env },
    ),
  ],
  weapp: (chromium) => [
    script('build of weapp', 'build.mjs', ['weapp']),
    ...builds,
    vitest('whole mini-program harness', ['--config', 'e2e/vitest.config.ts'], {
      after: ['build of weapp', ...builds.map((step) => step.name)],
      env: { ...env, CHROMIUM: chromium },
    }),
  ],
  dev: () => [vitest('development', ['--root', 'scripts', 'dev'], { env })],
  commands: () => [vitest('commands', ['--root', 'scripts', 'commands'], { env })],
  hosts: () => [vitest('several hosts', ['--root', 'scripts', 'hosts'], { env })],
  deploy: () => [
    script('build of the folder', 'build.mjs', []),
    vitest('deployment', ['--root', 'scripts', 'deploy'], { after: ['build of the folder'], env }),
    vitest('backup', ['--project=server', 'src/backup.test.ts'], { env }),
  ],
  'faults-server': () => faults('kills of the server'),
  'faults-database': () => faults('kills of PostgreSQL'),
  'faults-others': () => faults('cut connections|full disk|clock jumps|slowly'),
  load: () => [
    script('build of the folder', 'build.mjs', []),
    vitest('load', ['--root', 'scripts', 'load'], { after: ['build of the folder'], env }),
  ],
  ...Object.fromEntries(
    CLOCKS.map((clock) => [journeysOf(clock), (chromium) => [...builds, journeysAt(clock, chromium)]]),
  ),
}

const wanted = process.argv.slice(2)
const isMeant = (name, word) => name === word || name.startsWith(`${word}-`)
const unknown = wanted.filter((word) => !Object.keys(PIECES).some((name) => isMeant(name, word)))
if (unknown.length > 0) fail(`不认识的部分 ${unknown.join('、')}，可用：${Object.keys(PIECES).join('、')}`)
await ensureInstalled()
const chromium = await ensureBrowser()

let isWell = true
for (const [name, stepsOf] of Object.entries(PIECES)) {
  if (wanted.length > 0 && !wanted.some((word) => isMeant(name, word))) continue
  console.log(`\n══ ${name}: ${TRIES[name]}`)
  const begun = Date.now()
  const steps = stepsOf(chromium)
  const results = await runSteps(steps)
  isWell = printSummary(results, steps.length) && isWell
  recordProof(name, { ...summaryOf(results), minutes: Math.round((Date.now() - begun) / 60_000) })
}
process.exit(isWell ? 0 : 1)

function summaryOf(results) {
  const { passed, failed, skipped } = countsOf(results.flatMap(({ report }) => readReport(report)))
  const seeds = results.flatMap(({ log }) => log.match(/^model of .*$/gm) ?? []).sort()
  const figures = results.flatMap(({ log }) => log.match(/(?<=^figure: ).*$/gm) ?? [])
  const broken = results.filter(({ code }) => code !== 0).map(({ name }) => name)
  return { passed, failed, skipped, seeds, figures, broken }
}
