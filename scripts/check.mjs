// Everything that needs no browser: format, lint, types, dependency rule, dead code, unit and server tests. Run: npm run check
import { isMain } from './child.mjs'
import { ensureInstalled } from './set-up.mjs'
import { runSteps, tool } from './steps.mjs'

const TYPED = ['domain', 'api', 'server', 'app', 'e2e', 'bench']

/** @param {string} report where the tests write their counts, as JSON */
export async function check(report) {
  await runSteps([
    tool('format and lint', '@biomejs/biome/bin/biome', ['check', '.']),
    ...TYPED.map((folder) => tool(`types of ${folder}`, 'typescript/bin/tsc', ['-p', folder, '--noEmit'])),
    tool('dependency rule', 'dependency-cruiser/bin/dependency-cruise.mjs', [
      'domain/src',
      'api/src',
      'server/src',
      'app/src',
      'e2e',
      'bench/src',
    ]),
    tool('dead code', 'knip/bin/knip.js', []),
    tool('unit and server tests', 'vitest/vitest.mjs', [
      'run',
      '--reporter=default',
      ...(report ? ['--reporter=json', `--outputFile.json=${report}`] : []),
    ]),
  ])
}

if (isMain(import.meta.url)) {
  await ensureInstalled()
  await check()
}
