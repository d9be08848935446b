import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A call in WeChat's own typings: a comment, and then its name. */
const DESCRIBED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(\w+)\s*[(<]/g
const SINCE = /基础库[：: `[]*(\d+\.\d+\.\d+)/

let known: ReadonlyMap<string, string> | undefined

/**
 * The base library in which each call of wx appeared, by WeChat's own typings. Calls of the first version are missing.
 */
export function sinceByCall(): ReadonlyMap<string, string> {
  if (known) return known
  const require = createRequire(import.meta.url)
  const text = readFileSync(require.resolve('miniprogram-api-typings/types/wx/lib.wx.api.d.ts'), 'utf8')
  const since = new Map<string, string>()
  for (const [, comment = '', name = ''] of text.matchAll(DESCRIBED)) {
    const [, version] = SINCE.exec(comment) ?? []
    if (version && !since.has(name)) since.set(name, version)
  }
  known = since
  return since
}

/** Whether a base library has a feature that appeared in version `since`. */
export function isAtLeast(library: string, since: string): boolean {
  const [own, input] = [library, since].map((version) => version.split('.').map(Number))
  for (const [index, part] of (input ?? []).entries()) {
    const difference = (own?.[index] ?? 0) - part
    if (difference !== 0) return difference > 0
  }
  return true
}

/** Whether this base library has a call. A name that WeChat does not know is missing. */
export function hasCall(library: string, name: string, names: readonly string[]): boolean {
  return names.includes(name) && isAtLeast(library, sinceByCall().get(name) ?? '0')
}
