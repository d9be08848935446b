import { sharePage } from '@paidang/api/areas/views/sharing'
import { describe, expect, test } from 'vitest'
import { advertiseCoach } from '../run/arrange-trial.ts'
import { logInByTyping } from './harness/log-in.ts'
import type { MiniProgram } from './harness/mini-program.ts'
import { pagesOf } from './harness/page-urls.ts'
import { useProduct } from './harness/product.ts'

const LOG_IN = 'pages/login/index'
const PRODUCT = 'shop/pages/product/index'
const MY_TAB = 4

const { address, launch, logInAs } = useProduct()
const { urlOf } = pagesOf({ address, logInAs })

async function opened(route: string, as?: string): Promise<MiniProgram> {
  const program = await launch({ as, url: await urlOf(route) })
  await program.isQuiet()
  return program
}

test.each([
  ['pages/home/index', '附近球局'],
  ['pages/bookingBall/index', '夜场双打缺一'],
  ['pages/threading/index', '穿线商家'],
  ['pages/my/index', '隐私政策'],
  ['bookingBall/pages/ballDetail/index', '参与人'],
  ['bookingBall/pages/stadiumDetail/index', '场地空闲'],
  ['threading/pages/threading_list/index', '快手线房'],
  ['threading/pages/threadingDetail/index', '营业时间'],
  ['shop/pages/products/index', '云动鹅毛球'],
  [PRODUCT, '商品介绍'],
  ['pages/bookingClass/index', '先看看教练'],
  ['bookingClass/pages/coaches/index', '已认证'],
  ['bookingClass/pages/coach_page/index', '最近可约'],
  ['bookingClass/pages/common_courses/index', '登录后可以约您的教练'],
  ['user/pages/search/index', '星湖网球中心'],
  ['user/pages/agreement/index', '谁提供服务'],
  ['user/pages/forgot_password/index', '微信登录过'],
])('%s is open to a guest, with its content', async (route, text) => {
  const program = await opened(route)
  await program.screen.sees(text)
  expect([program.screen.route, program.toasts]).toEqual([route, []])
})

test.each([
  ['商城', 'shop/pages/products/index'],
  ['找教练、场馆和球局', 'user/pages/search/index'],
  ['隐私政策', 'user/pages/agreement/index'],
])('from 我的 a guest reaches %s', async (text, route) => {
  const { screen } = await opened('pages/my/index')
  await screen.tap({ role: 'button', text })
  await screen.isAt(route)
})

describe('the action asks for log-in, and the log-in leads back to it', () => {
  test.each([
    ['bookingBall/pages/ballDetail/index', '登录'],
    ['pages/threading/index', '登录'],
    ['pages/my/index', '登录或注册'],
  ])('%s: %s', async (route, button) => {
    const { screen } = await opened(route)
    await screen.tap({ role: 'button', text: button })
    await logInByTyping(screen, 'player3')
    await screen.isAt(route)
    await screen.until(
      'nothing asks for a log-in any more',
      () => screen.all({ role: 'button', text: '登录' }).length === 0,
    )
  })

  test.each([
    ['加入购物车', '加入购物车'],
    ['立即购买', '去结算'],
  ])('%s: after the quantity is chosen, which is kept', async (button, confirm) => {
    const { screen } = await opened(PRODUCT)
    const within = { role: 'dialog' }
    await screen.tap({ role: 'button', text: button })
    await screen.tap({ role: 'button', label: '增加数量', within })
    await screen.tap({ role: 'button', text: confirm, within })
    await logInByTyping(screen, 'player3')
    await screen.isAt(PRODUCT)
    await screen.until(
      'the sheet has the quantity',
      () => screen.all({ role: 'button', text: confirm, within }).length > 0,
    )
  })

  test('the earlier selection is kept', async () => {
    const program = await opened('pages/bookingBall/index')
    const { screen } = program
    await screen.tap({ role: 'button', text: '双打' })
    await program.isQuiet()
    const shown = screen.text
    expect(shown).not.toContain('晨练单打')
    await screen.tap({ role: 'button', label: '发起约球' })
    await logInByTyping(screen, 'player3')
    await screen.isAt('pages/bookingBall/index')
    await program.isQuiet()
    expect(screen.text).not.toContain('晨练单打')
  })

  test('a user who cancels the log-in returns to the same page, still as a guest', async () => {
    const program = await opened(PRODUCT)
    await program.screen.tap({ role: 'button', text: '加入购物车' })
    await program.screen.tap({ role: 'button', text: '加入购物车', within: { role: 'dialog' } })
    await program.screen.isAt(LOG_IN)
    program.goBack()
    await program.screen.isAt(PRODUCT)
    expect(program.storage.get('token')).toBeUndefined()
  })
})

describe('three taps from home', () => {
  test('a user is logged out', async () => {
    const program = await opened('pages/home/index', 'player2')
    const { screen } = program
    program.tapTab(MY_TAB)
    await screen.tap({ role: 'button', text: '退出登录' })
    await screen.tap({ role: 'button', text: '退出登录', within: { role: 'alertdialog' } })
    await screen.until('the session is gone', () => program.storage.get('token') === undefined)
  })

  test('a user reads how an account is closed', async () => {
    const program = await opened('pages/home/index', 'player3')
    const { screen } = program
    program.tapTab(MY_TAB)
    await screen.tap({ role: 'button', text: '账号与安全' })
    await screen.tap({ role: 'button', text: '注销账号' })
    await screen.isAt('user/pages/close_account/index')
  })
})

describe('a guest comes to a coach and a time', () => {
  const COACH_PAGE = 'bookingClass/pages/coach_page/index'
  const DOORS: Record<string, (coachId: string) => Promise<[url: string, ...presses: (string | RegExp)[]]>> = {
    'by an advert': async (id) => ['pages/home/index', `${await advertiseCoach(address(), id)}，`],
    'by a code that is scanned': async (objectId) => {
      const { call } = await logInAs('coach')
      const { shareId } = await call(sharePage, { body: { kind: 'coach', objectId } })
      return [`${COACH_PAGE}?scene=${encodeURIComponent(`i=${shareId}`)}`]
    },
    'by a search': async () => ['user/pages/search/index?keyword=王启明', /^王启明/],
    'by a venue': async () => [await urlOf('bookingBall/pages/stadiumDetail/index'), '在这里约课', /^王启明，/],
  }

  test.each(Object.entries(DOORS))('%s', async (_door, arrange) => {
    const { userId } = (await logInAs('coach')).logIn.userInfo
    const [url, ...presses] = await arrange(userId)
    const { screen } = await launch({ url })
    const pressFirst = async (name: string | RegExp) => {
      const find = () => [
        ...screen.all({ role: 'button', text: name }),
        ...['button', 'link'].flatMap((role) => screen.all({ role, label: name })),
      ]
      await screen.until(`${name} can be pressed`, () => find().length > 0)
      for (const node of find().slice(0, 1)) await screen.tap(node)
    }
    for (const name of presses) await pressFirst(name)
    await screen.isAt(COACH_PAGE)
    await pressFirst(/^\d\d:\d\d$/)
    await screen.sees('登录并')
    expect(screen.text).toMatch(/王启明的(学员|课)/)
  })
})
