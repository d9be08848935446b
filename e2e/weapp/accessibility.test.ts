import { describe, expect, test } from 'vitest'
import { useProduct } from './harness/product.ts'

const MY = 'pages/my/index'
const BOOKING_TAB = 1
/** The height of a phone's keyboard. */
const KEYBOARD_PX = 291

const { launch } = useProduct()

test('a sheet with a field ends above the keyboard, and moves down with it', async () => {
  const program = await launch({ as: 'player', url: 'user/pages/account/index' })
  const { screen, phone } = program
  await screen.tap({ role: 'button', text: '修改密码' })
  const bottom = () => screen.get({ className: 'layer' }).word('style')
  await screen.finds({ className: 'layer' })
  for (const height of [KEYBOARD_PX, 0]) {
    phone.happens('onKeyboardHeightChange', { height })
    await screen.until(`the sheet ends at ${height} px`, () => new RegExp(`bottom: ?${height}px`).test(bottom()))
  }
})

describe('a chosen theme', () => {
  test('recolours the bars at once, on this page and the next; the clock on a green head stays white', async () => {
    const program = await launch({ as: 'player', url: MY })
    const { screen } = program
    const last = (name: string) => program.callsOf(name).at(-1)?.options
    await program.isQuiet()
    expect(program.callsOf('setTabBarStyle')).toEqual([])
    for (const [theme, surface, clock] of [
      ['深色', '#1B1E1B', '#ffffff'],
      ['浅色', '#FFFFFF', '#000000'],
    ]) {
      await screen.tap({ role: 'button', text: /^主题/ })
      await screen.tap({ role: 'radio', text: theme ?? '' })
      await program.isQuiet()
      expect(last('setTabBarStyle')).toMatchObject({ backgroundColor: surface })
      expect(last('setNavigationBarColor')).toMatchObject({ backgroundColor: surface, frontColor: '#ffffff' })
      program.tapTab(BOOKING_TAB)
      await program.isQuiet()
      expect(last('setNavigationBarColor')).toMatchObject({ backgroundColor: surface, frontColor: clock })
      program.goTo(`/${MY}`)
      await program.isQuiet()
    }
  })
})
