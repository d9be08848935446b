import { journeyStart } from '../run/clock.ts'
import { prepareTemplate, removeData, TEMPLATE } from '../run/server.ts'

/** Prepares the data directory of which every file's product gets a copy. @returns what removes it after the run */
export default async function prepareRun(): Promise<() => Promise<void>> {
  const template = await prepareTemplate({ at: journeyStart() })
  process.env[TEMPLATE] = template
  return () => removeData(template)
}
