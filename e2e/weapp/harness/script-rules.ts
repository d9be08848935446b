import { parse } from 'acorn'
import type { Package } from './package-files.ts'

/** WeChat transforms nothing of what we hand it, and the oldest phones it runs on end at this year's language. */
const LANGUAGE = 2019
/** WXS is a language of WeChat's own, close to this one. */
const LANGUAGE_OF_WXS = 5

/** Every script of the package that an old phone cannot read, with the place. */
export function syntaxFaults(built: Package): string[] {
  return built
    .files()
    .filter(({ path }) => /\.(js|wxs)$/.test(path))
    .flatMap(({ path }) => {
      const text = built.text(path)
      try {
        parse(text, { ecmaVersion: path.endsWith('.wxs') ? LANGUAGE_OF_WXS : LANGUAGE })
        return []
      } catch (error) {
        const { message, pos } = error as SyntaxError & { pos: number }
        return [`${path}: ${message} at ${text.slice(Math.max(0, pos - 40), pos + 20)}`]
      }
    })
}
