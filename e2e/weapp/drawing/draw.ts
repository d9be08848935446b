import type { Page } from '@playwright/test'
import { type Device, NAV_BAR_HEIGHT } from '../harness/device.ts'
import type { MiniProgram } from '../harness/mini-program.ts'
import { ELEMENT_STYLES } from './element-styles.ts'
import { htmlOf } from './html.ts'
import { inPx, styleOf } from './wxss.ts'

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
