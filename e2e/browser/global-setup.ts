import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileServer } from '../../scripts/compile-server.mjs'
import { journeyStart } from '../run/clock.ts'
import { BUNDLE, fillTemplate, makeDataDir, removeData, TEMPLATE } from '../run/server.ts'

/** Playwright's hook before a run. @returns its hook after it */
export default function setUp(): Promise<() => Promise<void>> {
  return prepareRun({ at: journeyStart() })
}

const DIST = fileURLToPath(new URL('../../server/dist', import.meta.url))

/**
 * Prepares the product that all files of a run share: the server as one file, and a data directory as a newcomer's first
 * start makes it. The environment names both to the processes of the run. A product that it names already is taken.
 *
 * @param at when the demo world is written; the machine's own time, unless this is later
 * @returns what removes the product after the run
 */
async function prepareRun({ at }: { at?: Date } = {}): Promise<() => Promise<void>> {
  if (process.env[BUNDLE] !== undefined) return async () => undefined
  await mkdir(DIST, { recursive: true })
  const bundle = await mkdtemp(join(DIST, 'journeys-'))
  await compileServer(bundle)
  process.env[BUNDLE] = bundle
  const template = await makeDataDir()
  await fillTemplate(template, at)
  process.env[TEMPLATE] = template
  return async () => {
    await removeData(template)
    await rm(bundle, { recursive: true })
  }
}
