import { rm } from 'node:fs/promises'
import { bundleServer } from './bundle-server.ts'
import { BUNDLE, prepareTemplate, removeData, TEMPLATE } from './server.ts'

/**
 * Prepares what all products of a run share: a data directory of which each gets a copy, made by the server as a newcomer
 * starts it, and the server as one file. Processes of the run find both in their environment.
 *
 * @param at when the demo world is written; the machine's own time, unless this is later
 * @returns what removes them after the run
 */
export async function prepareRun({ at }: { at?: Date } = {}): Promise<() => Promise<void>> {
  const bundle = await bundleServer()
  process.env[BUNDLE] = bundle
  const template = await prepareTemplate({ at })
  process.env[TEMPLATE] = template
  return async () => {
    await removeData(template)
    await rm(bundle, { recursive: true })
  }
}
