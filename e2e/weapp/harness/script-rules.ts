import { parse } from 'acorn'
import type { Package } from './package-files.ts'

/** WeChat does not transform our scripts, and its oldest phones know the language of this year at most. */
const LANGUAGE = 2019
/** WXS is WeChat's own language, close to this version. */
const LANGUAGE_OF_WXS = 5

/** Every script of the package that an old phone cannot parse, with the place. */
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
