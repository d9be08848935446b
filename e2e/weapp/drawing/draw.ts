import type { Page } from '@playwright/test'
import postcss, { type AtRule } from 'postcss'
import { type Device, NAV_BAR_HEIGHT } from '../harness/device.ts'
import type { MiniProgram } from '../harness/mini-program.ts'
import type { Package } from '../harness/package-files.ts'
import { htmlOf } from './html.ts'

/** WeChat divides the width of every screen into this many rpx. */
const RPX_OF_SCREEN = 750
const RPX = /(-?[\d.]+)rpx/g
const ELEMENT = /(^|[\s,>+~])([a-z][\w-]*)/g

/** The style sheets of a page in browser syntax: the app's, then the page's own, with their imports inlined. */
function styleOf(built: Package, route: string, device: Device): string {
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
function inPx(style: string, { width, safeBottom }: Device): string {
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

/**
 * The default styles of WeChat's own elements. Sizes are those of WeChat's documentation of each component. The styles
 * around the content of a scroll-view and a button are those of its WebView.
 *
 * Source: developers.weixin.qq.com/miniprogram/dev/component
 */
const ELEMENT_STYLES = `
html { height: 100%; -webkit-text-size-adjust: 100% }
body { margin: 0; word-wrap: break-word }
wx-view, wx-scroll-view, wx-swiper, wx-swiper-item, wx-root-portal { display: block }
wx-text, wx-comp, wx-custom-wrapper { display: inline }
wx-image { display: inline-block; width: 320px; height: 240px; overflow: hidden; position: relative }
wx-image > img { position: absolute; left: 0; top: 0; width: 100%; height: 100% }
wx-scroll-view { width: 100% }
.wx-scroll-view { position: relative; width: 100%; height: 100%; max-height: inherit }
.wx-scroll-view-content { width: 100%; height: 100% }
wx-swiper { height: 150px; position: relative; overflow: hidden }
wx-swiper-item { position: absolute; left: 0; top: 0; width: 100%; height: 100%; overflow: hidden }
wx-button {
  display: block; position: relative; margin-left: auto; margin-right: auto; padding: 0 14px; box-sizing: border-box;
  overflow: hidden; border-radius: 5px; font-size: 18px; line-height: 2.55555556; text-align: center;
  color: #000; background-color: #f8f8f8;
}
wx-button::after {
  content: " "; position: absolute; left: 0; top: 0; width: 200%; height: 200%; box-sizing: border-box;
  border: 1px solid rgba(0, 0, 0, .2); border-radius: 10px; transform: scale(.5); transform-origin: 0 0;
}
wx-input { display: block; overflow: hidden; height: 1.4rem; min-height: 1.4rem; white-space: nowrap }
wx-input > .wx-input-text { display: flex; align-items: center; height: 100% }
wx-textarea { display: block; position: relative; width: 300px; height: 150px; white-space: pre-wrap }
.input-placeholder, .textarea-placeholder { color: gray }
`

/** The height of WeChat's tab bar, without the system's safe area below it. */
export const TAB_BAR_HEIGHT = 50

/** What surrounds a page: the space of WeChat's bars above and below it, in px. */
export type Bars = { top: number; bottom: number; hasTabs: boolean; title: string; textStyle: string | undefined }

/** WeChat's bars on the top page. */
export function barsOf({ package: built, page }: MiniProgram, device: Device): Bars {
  const { navigationStyle, navigationBarTitleText = '', navigationBarTextStyle } = built.configOf(page.route)
  const hasTabs = built.tabs.includes(page.route)
  return {
    top: navigationStyle === 'custom' ? 0 : device.statusBarHeight + NAV_BAR_HEIGHT,
    bottom: hasTabs ? TAB_BAR_HEIGHT + device.safeBottom : 0,
    hasTabs,
    title: navigationBarTitleText,
    textStyle: navigationBarTextStyle,
  }
}

/** Draws the top page of a mini-program in a browser. The window has the size of the page's part of the device. */
export async function draw(browserPage: Page, program: MiniProgram, device: Device): Promise<void> {
  const { top, bottom, hasTabs } = barsOf(program, device)
  // Above a tab bar the page has no safe area.
  const phone = hasTabs ? { ...device, safeBottom: 0 } : device
  const { body, rootFontSize } = htmlOf(program.page.trees, {
    style: (text) => inPx(text, phone),
    pictureAt: (source) => pictureAt(program, source),
  })
  const style = `${ELEMENT_STYLES}${styleOf(program.package, program.page.route, phone)}`
  await browserPage.setViewportSize({ width: device.width, height: device.height - top - bottom })
  await browserPage.emulateMedia({ colorScheme: device.theme, reducedMotion: 'reduce' })
  const root = `<html lang="zh-CN" style="font-size:${rootFontSize}">`
  const head = `<head><meta name="viewport" content="width=device-width"><title>page</title><style>${style}</style></head>`
  await browserPage.setContent(`<!doctype html>${root}${head}<body>${body}</body></html>`, { waitUntil: 'load' })
  await browserPage.evaluate(scrollToPending)
}

/** A picture of the server under test, or one of the package. */
function pictureAt({ network, package: built }: MiniProgram, source: string): string {
  const address = network.addressOf(source)
  if (address) return address
  const bytes = built.bytes(source.replace(/^\//, ''))
  return `data:image/${source.split('.').pop()};base64,${bytes.toString('base64')}`
}

/** Runs in the browser: scrolls each scroll-view to the node that it names. */
function scrollToPending(): void {
  for (const view of document.querySelectorAll<HTMLElement>('[data-scroll-to]')) {
    const target = view.querySelector(`[id="${view.dataset.scrollTo}"]`)
    const scroller = view.querySelector('[data-scrolls]')
    if (!target || !scroller) continue
    const [at, from] = [target.getBoundingClientRect(), scroller.getBoundingClientRect()]
    scroller.scrollBy(at.left - from.left, at.top - from.top)
  }
}
