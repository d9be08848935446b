// Every check there is, on a machine with only Node and npm. Run: npm test
import { ensureBrowser } from './browser.mjs'
import { reportOf, staticChecks, tests, vitest } from './check.mjs'
import { printSummary } from './reports.mjs'
import { ensureInstalled } from './set-up.mjs'
import { runSteps, script, tool } from './steps.mjs'

await ensureInstalled()
const chromium = await ensureBrowser()
const journeys = reportOf('browser-journeys')

const steps = [
  script('build of weapp', 'build.mjs', ['weapp']),
  script('build of h5', 'build.mjs', ['h5']),
  script('build of console', 'build.mjs', ['console']),
  ...staticChecks(),
  ...tests(),
  vitest('mini-program harness', ['--config', 'e2e/vitest.config.ts'], {
    after: ['build of weapp'],
    env: { CHROMIUM: chromium },
  }),
  tool('browser journeys', '@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts'], {
    cores: 2,
    after: ['build of h5', 'build of console'],
    report: journeys,
    env: { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: journeys },
  }),
]
process.exit(printSummary(await runSteps(steps), steps.length) ? 0 : 1)
