import postcss, { type Rule } from 'postcss'
import type { Package } from './package-files.ts'

/** Rules that the page's WebView applies. WeChat's compiler passes on others, which are ignored. */
const AT_RULES = ['import', 'media', 'keyframes', 'supports', 'font-face']
/** The address of a local file, which a style sheet cannot load. */
const LOCAL_ADDRESS = /url\((?!\s*["']?(data:|https:|#))/
/** An inline picture, which may refer to its own parts. */
const QUOTED = /url\("data:[^"]*"\)/g
/** Newer than the oldest phones, which drop the whole rule. */
const NEW_SELECTORS = /:(is|where|has|focus-visible)\b|::-webkit-scrollbar|\s\/deep\/\s|>>>/
const GAP = /^((row|column)-)?gap$/

/** Every selector, rule and address in the style sheets that WXSS or the oldest phones do not support. */
export function styleFaults(built: Package): string[] {
  return built
    .files()
    .filter(({ path }) => path.endsWith('.wxss'))
    .flatMap(({ path }) => faultsIn(built, path).map((fault) => `${path}: ${fault}`))
}

function faultsIn(built: Package, path: string): string[] {
  const faults: string[] = []
  const root = postcss.parse(built.text(path))
  const standIns = new Set<string>()
  root.walkAtRules((rule) => {
    if (!AT_RULES.includes(rule.name)) faults.push(`@${rule.name} is not known`)
    if (rule.name === 'import' && !built.has(beside(path, rule.params))) faults.push(`${rule.params} is missing`)
    if (rule.name === 'supports') {
      rule.walkRules(({ selectors }) => {
        for (const selector of selectors) standIns.add(selector.replace(/\s*>\s*:[^>]*$/, ''))
      })
    }
  })
  root.walkRules((rule) => {
    if (inKeyframes(rule)) return
    for (const selector of rule.selectors) {
      if (/\*/.test(selector.replace(/\[[^\]]*\]/g, ''))) faults.push(`${selector} selects with *`)
      if (NEW_SELECTORS.test(selector)) faults.push(`${selector} is not known to every phone`)
      if (hasFlexGap(rule) && !standIns.has(selector)) faults.push(`${selector} has a gap that old phones lack`)
    }
  })
  root.walkDecls((declaration) => {
    if (LOCAL_ADDRESS.test(declaration.value.replace(QUOTED, '')))
      faults.push(`${declaration.prop} reads a file of the package`)
  })
  return faults
}

/** Whether a rule sets a gap between the children of a flex box. Margins must replace it. */
function hasFlexGap({ nodes }: Rule): boolean {
  const declared = nodes.filter((node) => node.type === 'decl')
  const isFlex = declared.some(({ prop, value }) => prop === 'display' && /flex/.test(value))
  const isColumn = declared.some(({ prop, value }) => prop === 'flex-direction' && value.startsWith('column'))
  const useless = isColumn ? 'column-gap' : 'row-gap'
  return isFlex && declared.some(({ prop, value }) => GAP.test(prop) && prop !== useless && value !== '0')
}

function inKeyframes({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && 'name' in parent && /keyframes$/.test(String(parent.name))
}

function beside(path: string, quoted: string): string {
  return new URL(quoted.replace(/^["']|["']$/g, ''), `file:///${path}`).pathname.slice(1)
}
