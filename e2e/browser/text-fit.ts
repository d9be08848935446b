import type { Page } from '@playwright/test'
import { isLongRun } from '../run/sample.ts'
import { twoFrames } from './open-settled.ts'

/** The width of the phone, and the text size that its owner set, in percent. */
type Setting = { width: number; percent: number }

/** The setting with the fewest letters per line. */
const HARDEST: Setting = { width: 375, percent: 200 }
/**
 * A small phone, and larger text on the usual phone. The long run checks all. Source: the design's rules for large type
 */
const SETTINGS: readonly Setting[] = isLongRun
  ? [{ width: 320, percent: 100 }, { width: 375, percent: 130 }, HARDEST]
  : [HARDEST]
/** There a line has few letters, and they may run down. But nothing is out of reach at the side. */
const NARROWEST: Setting = { width: 320, percent: 200 }
const AT_THE_SIDE = /the page scrolls sideways|out of sight at the side|cut at the side by taro_page/
const HEIGHT = 812
/** The default root font size of browsers. */
const USUAL_SIZE = 16

/**
 * Texts that are unreadable in one of the settings: cut, outside their box, over other text or a picture, or off the
 * side.
 * Afterwards the page has its usual size again.
 */
export async function unreadableTexts(page: Page): Promise<string[]> {
  const usual = page.viewportSize()
  const faults: string[] = []
  for (const setting of SETTINGS) {
    await apply(page, setting)
    const found = await unreadableAsItIs(page, MAY_CUT)
    faults.push(...found.map((fault) => `${setting.width} px, ${setting.percent} %: ${fault}`))
  }
  await apply(page, NARROWEST)
  const atTheSide = (await unreadableAsItIs(page, MAY_CUT)).filter((fault) => AT_THE_SIDE.test(fault))
  faults.push(...atTheSide.map((fault) => `${NARROWEST.width} px, ${NARROWEST.percent} %: ${fault}`))
  if (usual) await page.setViewportSize(usual)
  await setTextSize(page, 100)
  return faults
}

/**
 * The unreadable texts of the page in its present state.
 *
 * @param mayCut beginnings of the class names of boxes that may cut their text
 */
export function unreadableAsItIs(page: Page, mayCut: readonly string[]): Promise<string[]> {
  return page.evaluate(findUnreadable, mayCut)
}

async function apply(page: Page, { width, percent }: Setting): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT })
  await setTextSize(page, percent)
}

/** Changes the text size, as the owner does in the browser settings. */
async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const standard = Math.round((USUAL_SIZE * percent) / 100)
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
  await session.detach()
  await page.waitForFunction(
    // The root is 25% larger, so that a design pixel is 1/20 of it.
    (size) => Math.abs(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) - size) < 0.5,
    standard * 1.25,
  )
  await twoFrames(page)
}

/**
 * Boxes with a meaningful size, such as a time or a court. They cut what does not fit. Screen readers read the full
 * text.
 */
const MAY_CUT = [
  'day-board-module__title',
  'day-board-module__fact',
  'day-board-module__reason',
  'court-grid-module__courtName',
  'court-grid-module__surface',
]

/** Runs in the page. */
function findUnreadable(mayCut: readonly string[]): string[] {
  /** For rounded positions, and for parts of a glyph outside its box. */
  const TOLERANCE = 1.5
  type Box = { left: number; right: number; top: number; bottom: number }
  type Line = Box & { text: string; layer: Element; owner: Text; ground: Element | undefined }
  const faults = new Set<string>()
  const lines: Line[] = []

  const styleOf = (element: Element) => getComputedStyle(element)
  const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const isScrolled = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  const nameOf = (element: Element) => (element.getAttribute('class') ?? element.tagName).replaceAll(/___\S+/g, '')

  /** The middle of a line: its glyphs, without the space above and below them. */
  const glyphsOf = ({ left, right, top, bottom }: DOMRect): Box => {
    const spare = (bottom - top) * 0.2
    return { left, right, top: top + spare, bottom: bottom - spare }
  }

  /** The visible area of scrolled or cut content: the inside of its box. */
  const insideOf = (element: Element): Box => {
    const { left, top } = element.getBoundingClientRect()
    const x = left + element.clientLeft
    const y = top + element.clientTop
    return { left: x, right: x + element.clientWidth, top: y, bottom: y + element.clientHeight }
  }

  const rightOf = (element: Element) => element.getBoundingClientRect().right

  const hasGround = (style: CSSStyleDeclaration) =>
    !/^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor) ||
    style.backgroundImage !== 'none' ||
    style.boxShadow !== 'none' ||
    style.borderLeftWidth !== '0px'

  const isLayer = (style: CSSStyleDeclaration) =>
    style.position === 'sticky' ||
    style.position === 'fixed' ||
    (style.position !== 'static' && style.zIndex !== 'auto')

  /** @returns the error of this line, or the visible part of the line; nothing if it is scrolled out of sight */
  const followUp = (text: string, owner: Text, box: Box): string | Line | undefined => {
    const shown = { ...box }
    let layer: Element | undefined
    let ground: Element | undefined
    let scrollsX = false
    let scrollsY = false
    for (let at: Element | null = owner.parentElement; at && at !== document.body; at = at.parentElement) {
      const style = styleOf(at)
      if (style.display === 'inline') {
        // The background of an inline element is painted along its lines, not in a box.
        if (hasGround(style)) ground ??= at
        continue
      }
      const inside = insideOf(at)
      if (isScrolled(style.overflowX)) scrollsX = true
      if (isScrolled(style.overflowY)) scrollsY = true
      if (!layer && isLayer(style)) layer = at
      if ((isCut(style.overflowX) || isCut(style.overflowY)) && mayCut.some((name) => at.className.includes(name)))
        return undefined
      if (!ground && hasGround(style)) {
        ground = at
        const spills =
          (!scrollsX && (box.left < inside.left - TOLERANCE || box.right > inside.right + TOLERANCE)) ||
          (!scrollsY && (box.top < inside.top - TOLERANCE || box.bottom > inside.bottom + TOLERANCE))
        const isMark = style.clipPath !== 'none'
        if (spills && !isMark) return `“${text}” spills out of ${nameOf(at)}`
      }
      const cutsX = isCut(style.overflowX) && !scrollsX
      const cutsY = isCut(style.overflowY) && !scrollsY
      if (cutsX && (box.left < inside.left - TOLERANCE || box.right > inside.right + TOLERANCE)) {
        return `“${text}” is cut at the side by ${nameOf(at)}`
      }
      if (cutsY && (box.top < inside.top - TOLERANCE || box.bottom > inside.bottom + TOLERANCE)) {
        return `“${text}” is cut above or below by ${nameOf(at)}`
      }
      if (style.overflowX !== 'visible') {
        shown.left = Math.max(shown.left, inside.left)
        shown.right = Math.min(shown.right, inside.right)
      }
      if (style.overflowY !== 'visible') {
        shown.top = Math.max(shown.top, inside.top)
        shown.bottom = Math.min(shown.bottom, inside.bottom)
      }
      if (style.position === 'fixed') break
    }
    if (!scrollsX && (box.left < -TOLERANCE || box.right > innerWidth + TOLERANCE)) {
      return `“${text}” is out of sight at the side`
    }
    if (shown.right <= shown.left || shown.bottom <= shown.top) return undefined
    return { ...shown, text, owner, layer: layer ?? document.body, ground }
  }

  const isSeen = (element: Element) => {
    const style = styleOf(element)
    // Text only for screen readers is clipped away.
    return (
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && style.clipPath !== 'inset(50%)'
    )
  }

  /** Three lines or more with fewer than three letters each, or four with fewer than four. */
  const isSqueezed = (text: string, rects: DOMRect[], fontSize: number) => {
    const ends = new Set(rects.map(({ bottom }) => Math.round(bottom))).size
    const widest = Math.max(...rects.map(({ width }) => width)) / fontSize
    return text.length > 2 && ((ends > 2 && widest < 2.9) || (ends > 3 && widest < 3.9))
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node as Text
    const text = owner.data.trim()
    const parent = owner.parentElement
    if (text === '' || !parent || !isSeen(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(owner)
    const rects = [...range.getClientRects()]
    if (isSqueezed(text, rects, Number.parseFloat(styleOf(parent).fontSize)))
      faults.add(`“${text.slice(0, 20)}” runs down letter by letter`)
    for (const rect of rects) {
      if (rect.width < 1 || rect.height < 1) continue
      const result = followUp(text.slice(0, 20), owner, glyphsOf(rect))
      if (typeof result === 'string') faults.add(result)
      else if (result) lines.push(result)
    }
  }

  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (one.owner === other.owner || one.layer !== other.layer) continue
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (across > TOLERANCE && down > TOLERANCE) faults.add(`“${one.text}” lies over “${other.text}”`)
    }
  }

  /** The visible part of a picture: without the side that its mask fades into the ground. */
  const pictureOf = (picture: Element): Box => {
    const { left, right, top, bottom } = picture.getBoundingClientRect()
    const faded = /to right, rgba\(0, 0, 0, 0\) ([\d.]+)%/.exec(styleOf(picture).maskImage)?.[1] ?? '0'
    return { left: left + ((right - left) * Number(faded)) / 100, right, top, bottom }
  }
  const pictures = [...document.querySelectorAll('.taro_page img')].filter(isSeen)
  for (const line of lines) {
    // Below the bar of a page its picture is darkened.
    if (line.owner.parentElement?.closest('header')) continue
    for (const picture of pictures) {
      // A text with a ground of its own, such as a tag, may stand on a picture.
      if (line.ground && !line.ground.contains(picture)) continue
      const box = pictureOf(picture)
      const across = Math.min(line.right, box.right) - Math.max(line.left, box.left)
      const down = Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top)
      if (across > TOLERANCE && down > TOLERANCE) faults.add(`“${line.text}” lies over a picture`)
    }
  }

  const pages = [...document.querySelectorAll('.taro_page')].filter((page) => page.checkVisibility())
  for (const page of [document.documentElement, ...pages]) {
    if (page.scrollWidth <= page.clientWidth + TOLERANCE) continue
    const widest = [...page.querySelectorAll('*')].sort((one, other) => rightOf(other) - rightOf(one)).at(0)
    faults.add(
      `the page scrolls sideways by ${page.scrollWidth - page.clientWidth} px: ${widest ? nameOf(widest) : ''}`,
    )
  }
  return [...faults]
}
