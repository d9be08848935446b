// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// The browser journeys, or with weapp first the mini-program harness, on fresh builds. What follows goes to Playwright or
// Vitest: npm run e2e -- balls -g 发布 · npm run e2e -- weapp pages
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './browser.mjs'
import { build } from './build.mjs'
import { ensureInstalled } from './set-up.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [target, ...rest] = process.argv.slice(2)
const isWeapp = target === 'weapp'
const args = isWeapp ? rest : process.argv.slice(2)

await ensureInstalled()
const CHROMIUM = await ensureBrowser()
if (isWeapp) await build('weapp')
else {
  await build('h5')
  await build('console')
}
const [program, ...own] = isWeapp
  ? ['vitest/vitest.mjs', 'run', '--config', 'e2e/vitest.config.ts']
  : ['@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts']
const { status } = spawnSync(process.execPath, [join(root, 'node_modules', `${program}`), ...own, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM },
})
process.exitCode = status ?? 1
