// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// What needs a browser, on fresh builds: the journeys, the mini-program's harness, and pictures of the screens. What
// follows goes to Playwright, Vitest or the drawing: npm run e2e -- balls -g cancelled · npm run e2e -- weapp pages
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { ensureInstalled } from './set-up.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const JOURNEYS = {
  builds: /** @type {const} */ (['h5', 'console']),
  run: /** @type {const} */ (['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts']),
}

/**
 * The builds that each needs, and the program that runs it.
 *
 * @type {Record<string, { builds: readonly Parameters<typeof build>[0][], run: readonly [string, ...string[]] }>}
 */
const TARGETS = {
  weapp: { builds: ['weapp'], run: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'e2e/vitest.config.ts'] },
  screens: { builds: ['h5', 'console'], run: ['node_modules/tsx/dist/cli.mjs', 'e2e/screens/shoot.ts'] },
  'screens:weapp': { builds: ['weapp'], run: ['node_modules/tsx/dist/cli.mjs', 'e2e/screens/shoot-weapp.ts'] },
}

const [first, ...rest] = process.argv.slice(2)
const named = TARGETS[first ?? '']
const { builds, run } = named ?? JOURNEYS

await ensureInstalled()
const CHROMIUM = await ensureBrowser()
for (const name of builds) await build(name)
const [program, ...own] = run
const { status } = spawnSync(
  process.execPath,
  [join(root, program), ...own, ...(named ? rest : process.argv.slice(2))],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM },
  },
)
process.exitCode = status ?? 1
