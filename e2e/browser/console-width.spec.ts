import { openOnDesktop } from '../run/console.ts'
import { expect, test } from './journey.ts'

/** The smallest screen of a desk for which the console is laid out. */
test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

/** Everything that scrolls sideways, by its class. */
const TOO_WIDE = () =>
  [document.documentElement, ...document.querySelectorAll('.ant-table-content, .board')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ className, scrollWidth, clientWidth }) => `${className} ${scrollWidth} > ${clientWidth}`)

/** Order numbers of the board that do not fit into their card. */
const CUT_NUMBERS = () =>
  [...document.querySelectorAll('.board-card-no')]
    .filter((number) => {
      const text = document.createRange()
      text.selectNodeContents(number)
      const { width, height } = text.getBoundingClientRect()
      const card = number.closest('.board-card') as HTMLElement
      const { paddingLeft, paddingRight } = getComputedStyle(card)
      const room = card.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return width > room || height > 1.9 * Number.parseFloat(getComputedStyle(number).fontSize)
    })
    .map(({ textContent }) => textContent)

for (const who of ['operator', 'merchant', 'company'] as const) {
  test(`nothing on the pages of the ${who} lies beyond a screen of 1280, and the browser knows every feature of the policy`, async ({
    openAs,
    server,
  }) => {
    const page = await openOnDesktop(openAs, server.current.address, who)
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Permissions-Policy')) warnings.push(message.text())
    })
    const menu = page.getByRole('navigation', { name: '主菜单' })
    for (const item of await menu.locator('.ant-menu-item').all()) {
      await item.getByRole('link').click()
      // The item is marked with the page that it opens, so nothing of the page before is measured.
      await expect(item).toHaveClass(/ant-menu-item-selected/)
      const address = new URL(page.url()).pathname
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.ant-spin-spinning')).toHaveCount(0)
      expect(await page.evaluate(TOO_WIDE), `${address}`).toEqual([])
      expect(await page.evaluate(CUT_NUMBERS), `${address}`).toEqual([])
    }
    expect(warnings).toEqual([])
  })
}
