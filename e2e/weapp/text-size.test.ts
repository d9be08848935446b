import { describe, expect, test } from 'vitest'
import { thirdOf } from '../run/sample.ts'
import type { MiniProgram } from './harness/mini-program.ts'
import { builtPackage } from './harness/package-files.ts'
import { useProduct } from './harness/product.ts'
import { nodesIn } from './harness/view.ts'
import type { TextSize } from './harness/wx.ts'

/** The size of one rem at the usual text size on a phone of 375 px. */
const USUAL_REM_PX = 20

const { launch } = useProduct()
const built = builtPackage()

/** The root's font size, as the page's first node gives it. */
function rootPx({ page }: MiniProgram): number {
  const [first] = nodesIn(page.trees)
  expect(first?.tag).toBe('page-meta')
  return Number.parseFloat(first?.word('root-font-size') ?? '')
}

const stacksRows = ({ page }: MiniProgram) =>
  [...nodesIn(page.trees)].some((node) => node.word('class').split(' ').includes('short-lines'))

// In the usual run each page opens in one of the three sizes, in the long run in all.
describe.each([
  ['100%', { fontSizeSetting: 17, fontSizeScaleFactor: 1 }, 1, 0],
  ['130%', { fontSizeSetting: 22, fontSizeScaleFactor: 1.3 }, 1.3, 1],
  ['200%', { fontSizeSetting: 34, fontSizeScaleFactor: 2 }, 2, 2],
] satisfies [string, TextSize, number, number][])('with the text of WeChat at %s', (_name, textSize, scale, share) => {
  test.each(thirdOf(built.routes, share))('the root of %s has that size', async (route) => {
    const program = await launch({ url: route, textSize })
    await program.isQuiet()
    // A page that asks for a log-in leads to the log-in page, which is checked in the same way.
    expect(rootPx(program)).toBe(USUAL_REM_PX * scale)
    expect(stacksRows(program)).toBe(scale > 1.12)
    const [sooner] = program.setData.filter(({ route }) => route === program.page.route)
    expect(sooner?.paths, 'told before the content').toEqual(['rem'])
  })
})

test.each([
  ['a version that tells only the size', { fontSizeSetting: 34 }, 2],
  ['the usual size of Android', { fontSizeSetting: 16 }, 1],
  ['a version that tells nothing', {}, 1],
] satisfies [string, TextSize, number][])('%s', async (_name, textSize, scale) => {
  const program = await launch({ textSize })
  await program.isQuiet()
  expect(rootPx(program)).toBe(USUAL_REM_PX * scale)
})

describe('the style sheets', () => {
  const styles = built
    .files()
    .filter(({ path }) => path.endsWith('.wxss'))
    .map(({ path }) => built.text(path))
  const declarations = styles.flatMap((text) => [...text.matchAll(/([\w-]+):([^;{}]*\d(?:rpx|px|rem)\b[^;{}]*)/g)])

  test('set no size of text or line in rpx or px, which do not follow the setting', () => {
    const ofText = declarations.filter(([, name]) =>
      /^(font|font-size|line-height|letter-spacing|--t-\w.*)$/.test(name ?? ''),
    )
    expect(ofText.length).toBeGreaterThan(0)
    expect(ofText.filter(([, , value]) => /\d(rpx|px)/.test(value ?? '')).map(([all]) => all)).toEqual([])
  })

  test('use rpx only to end the growth of space, at 130%', () => {
    const limits = declarations.flatMap(([all]) => [...all.matchAll(/(?:min|max)\((-?[\d.]+)rem,\s?(-?[\d.]+)rpx\)/g)])
    expect(limits.length).toBeGreaterThan(0)
    for (const [, rem, rpx] of limits) expect(Number(rpx) / 40 / Number(rem)).toBeCloseTo(1.3, 2)
    const rpx = declarations.flatMap(([all]) => [...all.matchAll(/rpx/g)])
    expect(rpx.length).toBe(limits.length)
  })

  test('have no query for short lines: its em would not follow WeChat', () => {
    expect(styles.filter((text) => text.includes('21em'))).toEqual([])
    expect(styles.some((text) => text.includes('.short-lines '))).toBe(true)
  })
})
