// Prepares one product for several runs, in the two empty directories that the environment names.
import { compileServer } from '../../scripts/compile-server.mjs'
import { journeyStart } from './clock.ts'
import { BUNDLE, fillTemplate, TEMPLATE } from './server.ts'

await compileServer(directoryOf(BUNDLE))
await fillTemplate(directoryOf(TEMPLATE), journeyStart())

function directoryOf(name: string): string {
  const directory = process.env[name]
  if (directory === undefined) throw new Error(`${name} must name an empty directory`)
  return directory
}
