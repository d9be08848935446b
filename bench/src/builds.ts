import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './product.ts'

export type Target = 'h5' | 'weapp'

const SOURCES = ['app/src', 'app/config', 'api/src', 'domain/src']
/** The file that scripts/build.mjs writes last. */
const stampOf = (target: Target) => join(ROOT, `.cache/${target}-built`)

/** The built app of a target. Builds it if it is missing. */
export async function ensureBuilt(target: Target): Promise<string> {
  if (!existsSync(stampOf(target))) {
    const code = await new Promise((resolve) => {
      const build = [join(ROOT, 'scripts/build.mjs'), target]
      spawn(process.execPath, build, { cwd: ROOT, stdio: 'inherit' }).once('close', resolve)
    })
    if (code !== 0) throw new Error(`${target} could not be built`)
  }
  return join(ROOT, 'app/dist', target)
}

/** A note when a build is older than its sources. Empty when it is up to date. */
export function ageNote(target: Target): string {
  const builtAt = statSync(stampOf(target)).mtimeMs
  const files = SOURCES.flatMap((folder) => filesIn(join(ROOT, folder)))
  const isOld = files.some((file) => !/\.test\.tsx?$/.test(file) && statSync(file).mtimeMs > builtAt)
  return isOld ? ' (built before the last change of its sources)' : ''
}

/** All files below a directory. */
export function filesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}
