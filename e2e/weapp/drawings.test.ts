import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '../browser/screen-sweeps.ts'
import { unreadableAsItIs } from '../browser/text-fit.ts'
import { thirdOf } from '../run/sample.ts'
import { launchBrowser } from './drawing/browser.ts'
import { draw } from './drawing/draw.ts'
import { DEVICES, MAIN_PAGES } from './drawing/main-pages.ts'
import { IPHONE } from './harness/device.ts'
import { pagesOf } from './harness/page-urls.ts'
import { useProduct } from './harness/product.ts'
import { useTinyPrograms } from './harness/tiny-program.ts'

/** Boxes of the court grid and of the coach's day with a meaningful size. They cut what does not fit. */
const MAY_CUT: Record<string, readonly string[]> = {
  booking: ['courtName_', 'surface_'],
  'coach-day': ['title_', 'fact_', 'reason_'],
}

const { address, launch, logInAs } = useProduct()
const { urlOf } = pagesOf({ address, logInAs })
const tiny = useTinyPrograms()
let browser: Browser | undefined
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  page = await browser.newPage({ locale: 'zh-CN' })
})
afterAll(() => browser?.close())

// In the usual run each page is drawn on some of the devices, in the long run on all.
describe.each(DEVICES)('drawn on $name', (device) => {
  test.each(thirdOf(MAIN_PAGES, DEVICES.indexOf(device)))('$name can be read', async ({ name, as, route }) => {
    const program = await launch({ as, url: await urlOf(route), device })
    await program.isQuiet()
    await draw(page, program, device)
    expect(await unreadableAsItIs(page, MAY_CUT[name] ?? [])).toEqual([])
    if (device.theme === 'dark') expect(await weakContrasts()).toEqual([])
  })
})

describe('what is ugly on a phone is detected', () => {
  const long = '看得见吗'.repeat(20)
  test.each([
    [
      'a row that is wider than the phone',
      '<view class="a">x</view>',
      '.a { width: 100%; padding: 0 20px }',
      'the page scrolls sideways',
    ],
    [
      'a text that is cut',
      `<view class="a">${long}</view>`,
      '.a { width: 200rpx; overflow: hidden; white-space: nowrap }',
      'is cut at the side',
    ],
    ['a text over another', '<view>one</view><view class="a">two</view>', '.a { margin-top: -20rpx }', 'lies over'],
  ])('%s', async (_what, wxml, style, fault) => {
    const program = tiny.launch({ wxml, files: { 'app.wxss': '', 'pages/home/index.wxss': style } })
    await program.isQuiet()
    await draw(page, program, IPHONE)
    expect(await unreadableAsItIs(page, [])).toEqual([expect.stringContaining(fault)])
  })

  test('text with too little contrast', async () => {
    const style = 'page { background: #fff } .a { color: #bbb }'
    const program = tiny.launch({ wxml: '<view class="a">pale</view>', files: { 'app.wxss': style } })
    await program.isQuiet()
    await draw(page, program, IPHONE)
    expect(await weakContrasts()).toEqual([expect.stringContaining('pale')])
  })
})

/** The nodes whose text has too little contrast with its background. */
async function weakContrasts(): Promise<string[]> {
  const violations = await axeViolations(page, { type: 'rule', values: ['color-contrast'] })
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
}
