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
/** What decides about the room between children. */
const FLOW = /gap$|^(display|flex-direction|flex-wrap)$/

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
  const flows = new Set<string>()
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
      // `.short-lines .steps` may change the gap of `.steps`.
      const declared = boxes.get(selector) ?? new Map(boxes.get(selector.replace(/.* /, '')))
      for (const node of rule.nodes) if (node.type === 'decl') declared.set(node.prop, node.value)
      boxes.set(selector, declared)
      if (rule.nodes.some((node) => node.type === 'decl' && FLOW.test(node.prop))) flows.add(selector)
    }
  })
  for (const selector of flows) {
    if (hasFlexGap(boxes.get(selector)) && !standIns.has(selector))
      faults.push(`${selector} has a gap that old phones lack`)
  }
  root.walkDecls((declaration) => {
    if (LOCAL_ADDRESS.test(declaration.value.replace(QUOTED, '')))
      faults.push(`${declaration.prop} reads a file of the package`)
  })
  return faults
}

/**
 * Whether a selector sets a gap between the children of a flex box. Margins must replace it. The minifier may have moved
 * box and gap into two rules.
 */
function hasFlexGap(declared: ReadonlyMap<string, string> = new Map()): boolean {
  const useless = declared.get('flex-direction')?.startsWith('column') ? 'column-gap' : 'row-gap'
  const hasGap = [...declared].some(([prop, value]) => GAP.test(prop) && prop !== useless && value !== '0')
  return hasGap && /flex/.test(declared.get('display') ?? '')
}

function inKeyframes({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && 'name' in parent && /keyframes$/.test(String(parent.name))
}

function beside(path: string, quoted: string): string {
  return new URL(quoted.replace(/^["']|["']$/g, ''), `file:///${path}`).pathname.slice(1)
}
