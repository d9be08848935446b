import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { BUNDLE, type RunningServer } from './server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Checks the data of a running product against every invariant, as `npm run check-invariants` does.
 *
 * @param after what was done to it, for the message
 * @throws Error that names every invariant that is broken, or could not be checked
 */
export async function expectSound({ dataDir }: RunningServer, after: string): Promise<void> {
  const bundle = process.env[BUNDLE]
  const program = bundle
    ? [join(bundle, 'check-invariants.mjs')]
    : ['--import', 'tsx', join(root, 'server/src/check-invariants.ts')]
  const env = { ...process.env, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, program, { cwd: root, env }).catch(({ stdout, stderr }) => {
    const faults = String(stdout)
      .split('\n')
      .filter((line) => /^(BROKEN|unchecked)/.test(line))
    throw new Error(`after ${after} the data are not sound:\n${[...faults, stderr].join('\n')}`)
  })
}
