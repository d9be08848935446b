import type { ViewNode } from '../harness/view.ts'

/** What the drawing of a node needs besides the node. */
export type Surroundings = {
  /** The address in the browser of a picture that the app uses. */
  pictureAt: (source: string) => string
  /** Converts a style attribute to lengths of a browser. */
  style: (text: string) => string
}

/** The HTML of a page: its content, the layers over it, and the size of a rem. */
export type PageHtml = { rootFontSize: string; body: string }

type Tree = ViewNode | string

/** WeChat's picture modes in CSS. Other modes do not occur. */
const FITS: Record<string, string> = { scaleToFill: 'fill', aspectFill: 'cover', aspectFit: 'contain' }

/**
 * The HTML of the nodes that the templates of a page made of its data. @throws Error for an unknown kind of node or
 * mode
 */
export function htmlOf(trees: readonly Tree[], around: Surroundings): PageHtml {
  const portals: string[] = []
  const all = nodesOf(trees)
  const meta = all.find(({ tag }) => tag === 'page-meta')
  const content = trees.map((tree) => drawn(tree, around, portals)).join('')
  return { rootFontSize: meta?.word('root-font-size') ?? '', body: content + portals.join('') }
}

function drawn(tree: Tree, around: Surroundings, portals: string[]): string {
  if (typeof tree === 'string') return escaped(tree)
  const inside = () => tree.children.map((child) => drawn(child, around, portals)).join('')
  const element = (content: string, more = '') => wrapped(tree, content, around, more)
  switch (tree.tag) {
    case 'page-meta':
      return ''
    case 'view':
    case 'button':
    case 'comp':
    case 'custom-wrapper':
      return element(inside())
    case 'text':
      return element(inside().replaceAll('\n', '<br>'))
    case 'root-portal':
      portals.push(element(inside()))
      return ''
    case 'image':
      return element(picture(tree, around))
    case 'scroll-view':
      return element(scroller(tree, inside()))
    case 'swiper':
      return element(inside())
    case 'swiper-item':
      return element(inside(), isSlideShown(tree) ? '' : 'visibility:hidden;')
    case 'input':
      return element(`<div class="wx-input-text"><span>${fieldText(tree, around)}</span></div>`)
    case 'textarea':
      return element(fieldText(tree, around))
    default:
      throw new Error(`<${tree.tag}> cannot be drawn`)
  }
}

function wrapped(node: ViewNode, content: string, { style }: Surroundings, more: string): string {
  const attributes = [
    ['id', node.word('id')],
    ['class', node.word('class')],
    ['style', style(node.word('style')) + more],
    ['data-scroll-to', node.word('scroll-into-view')],
  ] as const
  const written = attributes.filter(([, value]) => value !== '').map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<wx-${node.tag}${written.join('')}>${content}</wx-${node.tag}>`
}

function picture(node: ViewNode, { pictureAt }: Surroundings): string {
  const source = node.word('src')
  const fit = FITS[node.word('mode')]
  if (fit === undefined) throw new Error(`a picture cannot be drawn with the mode ${node.word('mode')}`)
  return source === '' ? '' : `<img alt="" src="${escaped(pictureAt(source))}" style="object-fit:${fit}">`
}

function scroller(node: ViewNode, content: string): string {
  const scrolls = (name: string) => (node.attribute(name) === true ? 'auto' : 'hidden')
  const overflow = `overflow-x:${scrolls('scroll-x')};overflow-y:${scrolls('scroll-y')}`
  const bars = node.attribute('show-scrollbar') === false ? ';scrollbar-width:none' : ''
  return (
    `<div class="wx-scroll-view"><div class="wx-scroll-view" data-scrolls style="${overflow}${bars}">` +
    `<div class="wx-scroll-view-content">${content}</div></div></div>`
  )
}

function isSlideShown(node: ViewNode): boolean {
  const slides = node.parent?.children.filter((child) => typeof child !== 'string' && child.tag === 'swiper-item') ?? []
  return slides.indexOf(node) === Number(node.parent?.attribute('current') ?? 0)
}

function fieldText(node: ViewNode, { style }: Surroundings): string {
  const value = node.word('value')
  if (value !== '') return escaped(node.attribute('password') === true ? '•'.repeat(value.length) : value)
  const look = style(node.word('placeholder-style'))
  const placeholder = escaped(node.word('placeholder'))
  return `<span class="${escaped(node.word('placeholder-class'))}" style="${escaped(look)}">${placeholder}</span>`
}

function nodesOf(trees: readonly Tree[]): ViewNode[] {
  return trees.filter((tree) => typeof tree !== 'string')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
