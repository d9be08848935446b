// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Every check there is, on a machine with only Node and npm. Run: npm test
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './browser.mjs'
import { reportOf, staticChecks, tests, vitest } from './check.mjs'
import { printSummary } from './reports.mjs'
import { ensureInstalled } from './set-up.mjs'
import { runSteps, script, tool } from './steps.mjs'

await ensureInstalled()
const chromium = await ensureBrowser()
const journeys = reportOf('browser-journeys')

// The mini-program harness and the browser journeys share one product: its server, and the data that each file copies.
const root = fileURLToPath(new URL('..', import.meta.url))
mkdirSync(join(root, 'server/dist'), { recursive: true })
const product = {
  JOURNEY_SERVER: mkdtempSync(join(root, 'server/dist/journeys-')),
  JOURNEY_TEMPLATE: mkdtempSync(join(tmpdir(), 'paidang-e2e-')),
}
// PostgreSQL runs under another account where we are root, and has to enter.
chmodSync(product.JOURNEY_TEMPLATE, 0o711)

const steps = [
  script('build of weapp', 'build.mjs', ['weapp']),
  script('build of h5', 'build.mjs', ['h5']),
  script('build of console', 'build.mjs', ['console']),
  {
    name: 'product of the journeys',
    program: process.execPath,
    args: ['--import', 'tsx', join(root, 'e2e/run/prepare-shared.ts')],
    after: ['build of h5', 'build of console'],
    env: product,
  },
  ...staticChecks(),
  ...tests(),
  {
    // Every measurement runs, on little data. No figure of it is judged.
    name: 'small bench',
    program: process.execPath,
    args: ['--import', 'tsx', join(root, 'bench/src/main.ts'), '--small'],
    after: ['build of weapp', 'build of h5'],
    env: { CHROMIUM: chromium },
  },
  vitest('mini-program harness', ['--config', 'e2e/vitest.config.ts'], {
    // Measured: its two workers keep one core busy.
    cores: 1,
    after: ['build of weapp', 'product of the journeys'],
    env: { ...product, CHROMIUM: chromium },
  }),
  tool('browser journeys', '@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts'], {
    cores: 2,
    after: ['build of h5', 'build of console', 'product of the journeys'],
    report: journeys,
    env: { ...product, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: journeys },
  }),
]
const isGreen = printSummary(await runSteps(steps), steps.length)
for (const directory of Object.values(product)) rmSync(directory, { recursive: true, force: true })
process.exit(isGreen ? 0 : 1)
