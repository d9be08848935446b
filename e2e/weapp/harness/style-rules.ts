import postcss, { type Rule } from 'postcss'
import type { Package } from './package-files.ts'

/** Rules that the page's WebView applies. WeChat's compiler passes on others, which are ignored. */
const AT_RULES = ['import', 'media', 'keyframes', 'supports', 'font-face']
/** The address of a local file, which a style sheet cannot load. */
const LOCAL_ADDRESS = /url\((?!\s*["']?(data:|https:|#))/
/** An inline picture, which may refer to its own parts. */
const QUOTED = /url\("data:[^"]*"\)/g
/** Newer than the oldest phones, which drop the whole rule; or of no phone, as the :global of a CSS module. */
const NEW_SELECTORS = /:(is|where|has|focus-visible|global|local)\b|::-webkit-scrollbar|\s\/deep\/\s|>>>/
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
  const boxes = new Map<string, Map<string, string>>()
  root.walkAtRules((rule) => {
    if (!AT_RULES.includes(rule.name)) faults.push(`@${rule.name} is not known`)
    if (rule.name === 'import' && !built.has(beside(path, rule.params))) faults.push(`${rule.params} is missing`)
    if (rule.name === 'supports') {
      rule.walkRules(({ selectors, nodes }) => {
        const hasMargin = nodes.some((node) => node.type === 'decl' && node.prop.startsWith('margin'))
        for (const selector of hasMargin ? selectors : []) standIns.add(selector.replace(/\s*>\s*:[^>]*$/, ''))
      })
    }
  })
  root.walkRules((rule) => {
    if (inKeyframes(rule)) return
    for (const selector of rule.selectors) {
      if (/\*/.test(selector.replace(/\[[^\]]*\]/g, ''))) faults.push(`${selector} selects with *`)
      if (NEW_SELECTORS.test(selector)) faults.push(`${selector} is not known to every phone`)
      const declared = boxes.get(selector) ?? new Map()
      boxes.set(selector, declared)
      for (const node of rule.nodes) if (node.type === 'decl') declared.set(node.prop, node.value)
    }
  })
  for (const [selector, declared] of boxes) {
    const fault = gapFault(declared, standIns.has(selector))
    if (fault) faults.push(`${selector} ${fault}`)
  }
  root.walkDecls((declaration) => {
    if (LOCAL_ADDRESS.test(declaration.value.replace(QUOTED, '')))
      faults.push(`${declaration.prop} reads a file of the package`)
  })
  return faults
}

/**
 * What is wrong with the gap of a selector, whose box and gap may stand in two rules. Margins must replace a gap between
 * the children of a flex box. Without its box nobody can tell which margins.
 */
function gapFault(declared: ReadonlyMap<string, string>, hasMargins: boolean): string | undefined {
  const display = declared.get('display')
  const useless = declared.get('flex-direction')?.startsWith('column') ? 'column-gap' : 'row-gap'
  const hasGap = [...declared].some(([prop, value]) => GAP.test(prop) && prop !== useless && value !== '0')
  if (!hasGap || hasMargins || /grid/.test(display ?? '')) return undefined
  return display === undefined ? 'has a gap apart from its box' : 'has a gap that old phones lack'
}

function inKeyframes({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && 'name' in parent && /keyframes$/.test(String(parent.name))
}

function beside(path: string, quoted: string): string {
  return new URL(quoted.replace(/^["']|["']$/g, ''), `file:///${path}`).pathname.slice(1)
}
