// JavaScript, because it runs before packages are installed and on Node.js 20, which strips no types.
// Everything that needs no browser: format, lint, types, dependency rule, dead code, tests. Run: npm run check [-- static]
// With `static` it runs no tests.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, isMain } from './child.mjs'
import { printSummary } from './reports.mjs'
import { ensureInstalled } from './set-up.mjs'
import { runSteps, script, tool } from './steps.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const REPORTS = join(root, '.cache', 'reports')

/** Where the tests of a step write their results; what an earlier run wrote there is gone. */
export function reportOf(name) {
  const file = join(REPORTS, `${name}.json`)
  mkdirSync(REPORTS, { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** Tests by Vitest, two files at a time, with their results in a report. */
export function vitest(name, args, options = {}) {
  const report = reportOf(name.replaceAll(' ', '-'))
  return tool(
    name,
    'vitest/vitest.mjs',
    ['run', ...args, '--maxWorkers=2', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { cores: 2, report, ...options },
  )
}

/** With one checker: several check the shared types several times, and take twice the CPU and no less time. */
const types = (folder) =>
  tool(`types of ${folder}`, 'typescript-native/bin/tsc', ['-p', folder, '--noEmit', '--checkers', '1'])

/** Format, lint, types, dependency rule, dead code, and documents that are written from data. */
export const staticChecks = () => [
  // The slowest first: nothing is left to wait for at the end.
  ...['app', 'console', 'server', 'bench', 'e2e', 'api', 'domain'].map((folder) => types(folder)),
  types('scripts'),
  tool('format and lint', '@biomejs/biome/bin/biome', ['check', '.']),
  tool('dependency rule', 'dependency-cruiser/bin/dependency-cruise.mjs', [
    ...['domain/src', 'api/src', 'server/src', 'app/src', 'console/src', 'e2e', 'bench/src'],
  ]),
  tool('dead code', 'knip/bin/knip.js', []),
  script('page of the long run', 'proof.mjs', []),
  script('documents', 'documents.mjs', []),
]

/** The tests that need neither a build nor a browser. */
export const tests = () => [
  vitest(
    'unit and screen tests',
    ['domain', 'api', 'app', 'console'].map((project) => `--project=${project}`),
    // Views make much garbage: with room for it, a sixth of the CPU is saved.
    { env: { NODE_OPTIONS: '--max-semi-space-size=64' } },
  ),
  vitest('server tests', ['--project=server']),
]

if (isMain(import.meta.url)) {
  const [word, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || (word !== undefined && word !== 'static')) fail('用法：npm run check [-- static]')
  await ensureInstalled()
  const steps = [...staticChecks(), ...(word === 'static' ? [] : tests())]
  process.exit(printSummary(await runSteps(steps), steps.length) ? 0 : 1)
}
