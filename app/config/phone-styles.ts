import type { IPluginContext } from '@tarojs/service'
import postcss, { type AtRule, type Root } from 'postcss'

/** A built file, as webpack writes it. */
type Asset = { source: () => string | Buffer; size: () => number }

/** Rules for a desktop, and for a mouse: the mini-program is laid out for phones. */
const FOR_DESKS = /\(min-width:\s*1024px\)|\(hover:\s*hover\)/
const MOUSE_ONLY = /^cursor$|^scrollbar-width$/
/** Every engine of WeChat knows the prefixed one too, and a mask is often a whole drawing. */
const MASK = /^mask(-|$)/
/** The web's marks of a chosen theme and the like; a page of the mini-program has a class instead. */
const WEB_ONLY = /\[data-theme=|:focus-visible|::-webkit-scrollbar/
/**
 * Safari before 14.5 and Chrome before 84 do not support `gap` between the children of a flex box. That Safari does
 * not know the first of these properties either, that Chrome not the second. Newer versions of both know at least one.
 */
const NO_FLEX_GAP = '(not (inset:0)) and (not (appearance:none))'
const GAP = /^((row|column)-)?gap$/

/**
 * Taro plugin for the finished style sheets of the mini-program. It removes rules that only a browser uses. Margins
 * replace the gaps of flex boxes in engines without them.
 */
export default (ctx: IPluginContext) => {
  ctx.modifyBuildAssets(({ assets }: { assets: Record<string, Asset> }) => {
    for (const [name, asset] of Object.entries(assets)) {
      if (!name.endsWith('.wxss')) continue
      const text = phoneStyles(String(asset.source()))
      assets[name] = { source: () => text, size: () => Buffer.byteLength(text) }
    }
  })
}

/** The style sheet without rules for the web. */
function phoneStyles(text: string): string {
  const root = postcss.parse(text)
  root.walkAtRules('media', (media) => {
    if (FOR_DESKS.test(media.params)) media.remove()
  })
  root.walkDecls(MOUSE_ONLY, (declaration) => {
    declaration.remove()
  })
  root.walkDecls(MASK, (declaration) => {
    const isTwice = declaration.parent?.some((one) => one.type === 'decl' && one.prop === `-webkit-${declaration.prop}`)
    if (isTwice) declaration.remove()
  })
  root.walkRules((rule) => {
    const kept = rule.selectors.filter((selector) => !WEB_ONLY.test(selector))
    if (kept.length === 0 || rule.nodes.length === 0) rule.remove()
    else if (kept.length < rule.selectors.length) rule.selectors = kept
  })
  const margins = new Map<string, string[]>()
  for (const { selector, declared } of boxesIn(root)) {
    for (const [declaration, tail] of standInsOf(declared)) {
      margins.set(declaration, [...(margins.get(declaration) ?? []), `${selector}>${tail}`])
    }
  }
  if (margins.size === 0) return root.toString()
  const rules = [...margins].map(([declaration, selectors]) => `${selectors.join()}{${declaration}}`)
  return `${root}@supports ${NO_FLEX_GAP}{${rules.join('')}}`
}

/** What a selector declares by property: the last value wins, as in the cascade. */
type Box = { selector: string; declared: Map<string, string>; isFlow: boolean }
/** What decides about the margins of the children. */
const FLOW = /gap$|^(display|flex-direction|flex-wrap)$/

/**
 * Each selector that decides about the flow of its children. The minifier moves what neighbours share into a rule of its
 * own, so that box and gap may stand in two rules. A longer selector, as `.short-lines .steps`, may change only the gap.
 */
function boxesIn(root: Root): Box[] {
  const boxes = new Map<string, Box>()
  root.walkRules(({ parent, nodes, selectors }) => {
    const condition = parent?.type === 'atrule' ? (parent as AtRule).params : ''
    for (const selector of selectors) {
      const base = boxes.get(condition + selector.replace(/.* /, ''))
      const box = boxes.get(condition + selector) ?? { selector, declared: new Map(base?.declared), isFlow: false }
      boxes.set(condition + selector, box)
      for (const node of nodes) {
        if (node.type !== 'decl') continue
        box.declared.set(node.prop, node.value)
        box.isFlow ||= FLOW.test(node.prop)
      }
    }
  })
  return [...boxes.values()].filter(({ isFlow }) => isFlow)
}

/** The margins of children that replace the gaps of a flex box; none for any other box. */
function standInsOf(declared: Box['declared']): [declaration: string, tail: string][] {
  const value = (wanted: string) => declared.get(wanted)
  const hasGap = [...declared.keys()].some((prop) => GAP.test(prop))
  if (!hasGap || !/flex/.test(value('display') ?? '')) return []
  const [row = '0', column = row] = partsOf(value('gap') ?? '0')
  const between = { row: value('row-gap') ?? row, column: value('column-gap') ?? column }
  const direction = value('flex-direction') ?? 'row'
  const isColumn = direction.startsWith('column')
  // The lines of a wrapping box have children at both sides. A margin behind each child is a good approximation.
  if (/^wrap/.test(value('flex-wrap') ?? '')) {
    return [[`margin:0 ${between.column} ${between.row} 0`, ':nth-child(n)']]
  }
  const length = isColumn ? between.row : between.column
  const [before, after] = isColumn ? ['top', 'bottom'] : ['left', 'right']
  const side = direction.endsWith('reverse') ? after : before
  return length === '0' ? [] : [[`margin-${side}:${length}`, ':not(:first-child)']]
}

/** The parts of a value; parentheses keep their content together. */
function partsOf(value: string): string[] {
  return value.match(/(?:[^\s(]|\([^)]*\))+/g) ?? []
}
