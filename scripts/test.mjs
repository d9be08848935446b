// Every check there is, on a machine with only Node and npm. Run: npm test
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { check } from './check.mjs'
import { ensureInstalled } from './set-up.mjs'
import { runSteps, tool } from './steps.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = join(root, 'e2e', 'test-results')

await ensureInstalled()
const chromium = await ensureBrowser()
mkdirSync(reports, { recursive: true })
const unit = join(reports, 'unit.json')
const server = join(reports, 'server.json')
const weapp = join(reports, 'weapp.json')
const browser = join(reports, 'browser.json')

await check({ unit, server })
await build('h5')
await build('weapp')
await build('console')
await runSteps([
  tool('mini-program harness', 'vitest/vitest.mjs', [
    'run',
    '--config',
    'e2e/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${weapp}`,
  ]),
  tool('browser journeys', '@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts'], {
    env: { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: browser },
  }),
])

const counts = [unit, server, weapp, browser].map((file) => JSON.parse(readFileSync(file, 'utf8')))
const passed = counts.reduce((sum, one) => sum + (one.numPassedTests ?? one.stats.expected), 0)
const failed = counts.reduce((sum, one) => sum + (one.numFailedTests ?? one.stats.unexpected + one.stats.flaky), 0)
const skipped = counts.reduce((sum, one) => sum + (one.numPendingTests ?? one.stats.skipped), 0)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)
