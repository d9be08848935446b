import postcss, { type AtRule } from 'postcss'
import type { Device } from '../harness/device.ts'
import type { Package } from '../harness/package-files.ts'

/** WeChat divides the width of every screen into this many rpx. */
const RPX_OF_SCREEN = 750
const RPX = /(-?[\d.]+)rpx/g
const ELEMENT = /(^|[\s,>+~])([a-z][\w-]*)/g

/** The style sheets of a page in browser syntax: the app's, then the page's own, with their imports inlined. */
export function styleOf(built: Package, route: string, device: Device): string {
  const own = built.has(`${route}.wxss`) ? textOf(built, `${route}.wxss`) : ''
  const root = postcss.parse(`${textOf(built, 'app.wxss')}\n${own}`)
  // WeChat's compiler replaces the page element by the document's body, and prefixes its own elements.
  root.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && /keyframes$/.test((rule.parent as AtRule).name)) return
    rule.selector = rule.selector.replace(ELEMENT, (_all, before: string, tag: string) =>
      tag === 'page' ? `${before}body` : `${before}wx-${tag}`,
    )
  })
  return inPx(root.toString(), device)
}

/** Converts WeChat's lengths to px: parts of the screen's width, and the system's safe area. */
export function inPx(style: string, { width, safeBottom }: Device): string {
  return style
    .replace(RPX, (_all, count: string) => `${(Number(count) * width) / RPX_OF_SCREEN}px`)
    .replaceAll('env(safe-area-inset-bottom)', `${safeBottom}px`)
}

function textOf(built: Package, path: string): string {
  const root = postcss.parse(built.text(path))
  root.walkAtRules('import', (rule) => {
    const imported = new URL(rule.params.replace(/^["']|["']$/g, ''), `file:///${path}`).pathname.slice(1)
    rule.replaceWith(postcss.parse(textOf(built, imported)))
  })
  return root.toString()
}
