// Everything that needs no browser: format, lint, types, dependency rule, dead code, tests. Run: npm run check
import { isMain } from './child.mjs'
import { ensureInstalled } from './set-up.mjs'
import { runSteps, tool } from './steps.mjs'

const TYPED = ['domain', 'api', 'server', 'app', 'console', 'e2e', 'bench']

/** Tests of these projects need no database. */
const DRAWN_AND_PURE = ['domain', 'api', 'app', 'console']

/** Tests, with their counts written as JSON where a file for them is named. */
const tests = (name, options, report) =>
  tool(name, 'vitest/vitest.mjs', [
    'run',
    ...options,
    '--reporter=default',
    ...(report ? ['--reporter=json', `--outputFile.json=${report}`] : []),
  ])

/** @param {{ unit?: string, server?: string }} [reports] where the tests write their counts */
export async function check(reports = {}) {
  await runSteps([
    tool('format and lint', '@biomejs/biome/bin/biome', ['check', '.']),
    ...TYPED.map((folder) => tool(`types of ${folder}`, 'typescript/bin/tsc', ['-p', folder, '--noEmit'])),
    tool('dependency rule', 'dependency-cruiser/bin/dependency-cruise.mjs', [
      'domain/src',
      'api/src',
      'server/src',
      'app/src',
      'console/src',
      'e2e',
      'bench/src',
    ]),
    tool('dead code', 'knip/bin/knip.js', []),
    tests(
      'unit and screen tests',
      // A worker keeps the packages that it loaded: loading them costs more than most files of tests.
      [...DRAWN_AND_PURE.map((project) => `--project=${project}`), '--no-isolate', '--maxWorkers=2'],
      reports.unit,
    ),
    // Much of a server test is waiting for its database: two at a time even on two cores.
    tests('server tests', ['--project=server', '--maxWorkers=2'], reports.server),
  ])
}

if (isMain(import.meta.url)) {
  await ensureInstalled()
  await check()
}
