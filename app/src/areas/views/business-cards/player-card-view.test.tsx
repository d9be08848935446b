import type { PlayerCard } from '@paidang/api/areas/views/business-cards'
import { CARD_SAVE_MS } from '@paidang/domain/areas/views/business-cards/business-card'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { businessCardPath, loginH5Path } from '../../../paths'
import { endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import { givenSession } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import Taro, { shares } from '../../../testing/taro'
import { currentDraft } from '../../activities/booking/draft-store'
import { givenCoachRecord, givenVenue } from '../../activities/booking/testing/given-booking'
import { givenPlayer, PHOTOS } from '../../people/profile/testing/given-player'
import { givenWorld, open, posts, type World } from '../cashier/testing/open-payments'
import { PlayerCardView } from './player-card-view'
import { givenCard, givenPlayerCard, givenShared } from './testing/given-card'

const singlePage = vi.hoisted(() => ({ on: false }))
vi.mock('../../../platform/environment', async (importOriginal) => ({
  ...(await importOriginal<typeof import('../../../platform/environment')>()),
  isSinglePage: () => singlePage.on,
}))

beforeEach(() => {
  useToast.setState({ toast: null })
  givenSession('10')
})
afterEach(() => {
  singlePage.on = false
  endSession()
})

/** From here on, time passes only when the test advances it. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A server with the card of 林知夏, or of another given player, and with the state of its changes. */
function givenCards(first: PlayerCard, more: World = {}) {
  const world = { card: first }
  const calls = givenWorld({
    '/cards/player/10': () => ({ data: world.card }),
    '/share/create': () => ({ data: givenShared() }),
    '/share/Ab12Cd34': () => ({ data: givenShared() }),
    ...more,
  })
  return { calls, world }
}
/** The card as another person reads it. */
const ofOther = (over: Partial<PlayerCard> = {}) => givenPlayerCard({ isOwn: false, ...over })
const asOther = () => givenSession('11')

const CHAT = {
  title: '林知夏的球员名片',
  path: '/pages/user_card/index?id=10&i=Ab12Cd34',
  imageUrl: '/aaapi/share/Ab12Cd34/picture.png',
}

test('the own card is shown whole, with its code, and is shared with its picture', async () => {
  const { calls } = givenCards(givenPlayerCard({ player: givenPlayer({ nicePhotosList: PHOTOS }) }))
  open(<PlayerCardView />)
  await screen.findByText('林知夏')
  for (const text of ['上海市 徐汇区', '等级 3.5', '右手', '双反', '底线相持型，正在练反手切削。', '96%', '扫码约我'])
    expect(await screen.findByText(text)).toBeTruthy()
  const code = screen.getByRole('img', { name: '名片码，扫码打开' })
  expect(code.getAttribute('src')).toBe('/aaapi/share/Ab12Cd34/code.png?template=green')
  expect(posts(calls, '/share/create').map(({ body }) => body)).toEqual([{ kind: 'card', objectId: '10' }])
  expect(shares.chat?.()).toEqual(CHAT)
  expect(shares.timeline?.()).toEqual({ title: CHAT.title, query: 'id=10&i=Ab12Cd34', imageUrl: CHAT.imageUrl })
})

test('a card says nothing of hands that nobody stated', async () => {
  givenCards(ofOther({ player: givenPlayer({ handIsUnsaid: true, backhandIsUnsaid: true }) }))
  asOther()
  open(<PlayerCardView id="10" />)
  await screen.findByText('获赞')
  for (const text of ['持拍', '右手', '反手', '双反']) expect(screen.queryByText(text)).toBeNull()
})

test('a template is saved with one press: it shows at once, and the text stays as it is', async () => {
  const { calls, world } = givenCards(givenPlayerCard(), {
    '/cards/save': ({ body }) => {
      world.card = givenPlayerCard({ card: givenCard(body as object) })
      return { data: world.card.card }
    },
  })
  open(<PlayerCardView />)
  const purple = await screen.findByRole('radio', { name: /^经典紫/ })
  holdTime()
  fireEvent.click(purple)
  fireEvent.click(purple)
  expect(screen.getByRole('radio', { name: /^经典紫/ }).getAttribute('aria-checked')).toBe('true')
  await pass(CARD_SAVE_MS + 100)
  expect(screen.getByText('保存成功')).toBeTruthy()
  expect(posts(calls, '/cards/save').map(({ body }) => body)).toMatchObject([
    { templateId: 'purple', name: '林知夏', title: '周末双打常驻', phone: '138 0000 0009' },
  ])
})

test('a template that cannot be saved returns to the old one', async () => {
  givenCards(givenPlayerCard(), { '/cards/save': () => ({ status: 500, code: 'unexpected', msg: '保存失败' }) })
  open(<PlayerCardView />)
  const pink = await screen.findByRole('radio', { name: /^樱花粉/ })
  holdTime()
  fireEvent.click(pink)
  await pass(CARD_SAVE_MS + 100)
  expect(screen.getByText('保存失败')).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^森林绿/ }).getAttribute('aria-checked')).toBe('true')
})

test('the own card leads to the page that edits its content', async () => {
  givenCards(givenPlayerCard())
  const user = open(<PlayerCardView />)
  await user.click(await screen.findByRole('link', { name: '编辑名片' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: businessCardPath() })
})

test('a partner of a shared class is liked once by two presses, and the like is taken back by its record', async () => {
  asOther()
  const like = { relatedId: '7', recordId: null, isCoach: false }
  const answer = held()
  const { calls, world } = givenCards(ofOther({ like }), {
    '/like/to-player/7/10': async () => {
      await answer.released
      world.card = ofOther({ like: { ...like, recordId: '3' }, player: givenPlayer({ likesCount: 10 }) })
      return { data: {} }
    },
    '/like-record/cancel/3': () => {
      world.card = ofOther({ like })
      return { data: { likesCount: 9 } }
    },
  })
  const user = open(<PlayerCardView id="10" />)
  await user.dblClick(await screen.findByRole('button', { name: '点赞 林知夏，9 个赞' }))
  answer.release()
  await screen.findByText('点赞成功')
  const liked = await screen.findByRole('button', { name: '点赞 林知夏，10 个赞' })
  await waitFor(() => expect(liked.getAttribute('aria-busy')).toBeNull())
  expect(calls.filter(({ path }) => path.includes('/like/'))).toHaveLength(1)
  await user.click(liked)
  await screen.findByRole('button', { name: '点赞 林知夏，9 个赞' })
  expect(posts(calls, '/like-record/cancel/3')).toHaveLength(1)
})

test('a coach is liked as a coach, and a user without a shared class has nothing to press', async () => {
  asOther()
  const { calls } = givenCards(ofOther({ like: { relatedId: '7', recordId: null, isCoach: true } }), {
    '/like/to-coach/7/10': () => ({ data: {} }),
  })
  const user = open(<PlayerCardView id="10" />)
  await user.click(await screen.findByRole('button', { name: /^点赞/ }))
  await screen.findByText('点赞成功')
  expect(calls.some(({ path }) => path.endsWith('/to-coach/7/10'))).toBe(true)
})

test('a user without a shared class has nothing to like', async () => {
  asOther()
  givenCards(ofOther())
  open(<PlayerCardView id="10" />)
  await screen.findByRole('button', { name: '更多操作' })
  expect(screen.queryByRole('button', { name: /^点赞/ })).toBeNull()
})

test('a person is blocked after a question that explains the consequences, and can be unblocked', async () => {
  asOther()
  const { calls, world } = givenCards(ofOther(), {
    '/add/10': () => {
      world.card = ofOther({ blacklistId: '4' })
      return { data: {} }
    },
    '/delete/4': () => {
      world.card = ofOther()
      return { data: null }
    },
  })
  const user = open(<PlayerCardView id="10" />)
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('button', { name: /^加入黑名单/ }))
  const question = await screen.findByRole('alertdialog', { name: '把林知夏加入黑名单？' })
  expect(within(question).getByText(/已经约好的课和球局照常/)).toBeTruthy()
  expect(posts(calls, '/add/10')).toEqual([])
  await user.click(within(question).getByRole('button', { name: '加入黑名单' }))
  await screen.findByText('在你的黑名单里')
  expect(posts(calls, '/add/10')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '移出' }))
  await waitFor(() => expect(screen.queryByText('在你的黑名单里')).toBeNull())
})

test('a guest who scanned a code reads the card, shares the same link, and is shown the log-in', async () => {
  endSession()
  const { calls } = givenCards(ofOther())
  const user = open(<PlayerCardView scene="i%3DAb12Cd34" />)
  await screen.findByText('登录后可点赞、约球')
  expect(calls.map(({ path }) => path)).toEqual(['/share/Ab12Cd34', '/cards/player/10?i=Ab12Cd34'])
  expect(shares.chat?.()).toEqual(CHAT)
  expect(screen.queryByRole('button', { name: '更多操作' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: loginH5Path() })
})

test('from the timeline there is nothing to press', async () => {
  endSession()
  singlePage.on = true
  givenCards(ofOther({ card: givenCard({ phone: '', email: '' }) }))
  open(<PlayerCardView id="10" i="Ab12Cd34" />)
  await screen.findByText('打开小程序并登录后可点赞、约球')
  expect(screen.queryByRole('button', { name: /登录|分享名片|存成图片/ })).toBeNull()
})

test('a guest without a short id is asked to log in, and nothing is sent to the server', async () => {
  endSession()
  const { calls } = givenCards(ofOther())
  open(<PlayerCardView id="10" />)
  await screen.findByText('登录后查看')
  expect(calls).toEqual([])
})

test('a deleted card, an unknown short id, and the short id of a game are reported', async () => {
  asOther()
  givenWorld({
    '/share/Cd34Ab12': () => ({ data: givenShared({ kind: 'ball', objectId: '5' }) }),
    '/share/Ef56Ab12': () => ({ status: 404, code: 'share_not_found', msg: '分享已失效' }),
  })
  for (const input of [{ id: '77' }, { i: 'Cd34Ab12' }, { i: 'Ef56Ab12' }]) {
    open(<PlayerCardView {...input} />)
    await screen.findByText('这张名片看不到了')
    document.body.replaceChildren()
  }
})

test('a card that cannot be read can be read again', async () => {
  asOther()
  let isOut = true
  givenCards(ofOther(), {
    '/cards/player/10': () => {
      if (isOut) throw new TypeError('Failed to fetch')
      return { data: ofOther() }
    },
  })
  const user = open(<PlayerCardView id="10" />)
  await screen.findByText('名片加载失败')
  isOut = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('林知夏')
})

test('the link is copied by 分享名片, and a failure is reported', async () => {
  asOther()
  const { calls } = givenCards(ofOther())
  const user = open(<PlayerCardView id="10" />)
  await screen.findByRole('img', { name: '名片码，扫码打开' })
  await user.click(screen.getByRole('button', { name: '分享名片' }))
  await screen.findByText('链接已复制，发给球友即可')
  expect(await navigator.clipboard.readText()).toContain('#/pages/user_card/index?id=10&i=Ab12Cd34')
  expect(posts(calls, '/share/create')).toHaveLength(1)
})

test('the poster is downloaded under the name of the player', async () => {
  const { calls } = givenCards(givenPlayerCard(), { '/poster.png': () => ({ data: null }) })
  URL.createObjectURL = () => 'blob:1'
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download)
  })
  const user = open(<PlayerCardView />)
  await screen.findByRole('img', { name: '名片码，扫码打开' })
  await user.click(screen.getByRole('button', { name: '存成图片' }))
  await screen.findByText('图片已下载')
  expect(names).toEqual(['林知夏的球员名片.png'])
  expect(calls.some(({ path }) => path === '/share/Ab12Cd34/poster.png')).toBe(true)
})

test('a poster that fails to load is reported', async () => {
  givenCards(givenPlayerCard())
  const user = open(<PlayerCardView />)
  await screen.findByRole('img', { name: '名片码，扫码打开' })
  await user.click(screen.getByRole('button', { name: '存成图片' }))
  await screen.findByText('图片没有保存成功，请重试')
})

test('a phone number is dialled, other contact data is copied, and a hidden WeChat id is absent', async () => {
  asOther()
  givenCards(ofOther())
  const user = open(<PlayerCardView id="10" />)
  await user.click(await screen.findByRole('button', { name: '拨打电话 138 0000 0009' }))
  expect(Taro.makePhoneCall).toHaveBeenCalledWith({ phoneNumber: '138 0000 0009' })
  await user.click(screen.getByRole('button', { name: '复制邮箱 lin@example.com' }))
  expect(Taro.setClipboardData).toHaveBeenCalledWith({ data: 'lin@example.com' })
  expect(screen.queryByRole('button', { name: /微信号/ })).toBeNull()
})

function openCard({ userType, coaches }: { userType: number; coaches: object[] }) {
  asOther()
  const card = givenPlayerCard({ isOwn: false, player: givenPlayer({ userType }) })
  const calls = givenWorld({
    '/cards/player/10': () => ({ data: card }),
    '/share/create': () => ({ data: givenShared() }),
    '/user-relation/remove-by-player/10': () => ({ data: null }),
    '/user-relation/coach-by-player/11': () => ({ data: coaches }),
  })
  return { calls, user: open(<PlayerCardView id="10" />) }
}
const wang = givenCoachRecord('10', '王启明', [givenVenue('3', '青杉网球俱乐部')])

test('the card of the user’s coach leads to the booking, with this coach and one of their venues chosen', async () => {
  const { user } = openCard({ userType: 1, coaches: [givenCoachRecord('20', '陈可', []), wang] })
  await user.click(await screen.findByRole('button', { name: '约课' }))
  expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/bookingClass/index' })
  expect(currentDraft()).toMatchObject({ ownerId: '11', coachId: '10', stadiumId: '3', slots: [] })
})

test('a coach is offered no class by anybody but their students', async () => {
  const { calls } = openCard({ userType: 1, coaches: [givenCoachRecord('20', '陈可', [])] })
  await screen.findByRole('button', { name: '分享名片' })
  await expect.poll(() => calls.some(({ path }) => path.includes('coach-by-player'))).toBe(true)
  expect(screen.queryByRole('button', { name: '约课' })).toBeNull()
})

test('for a player the app does not ask who their coach is', async () => {
  const { calls } = openCard({ userType: 0, coaches: [wang] })
  await screen.findByRole('button', { name: '分享名片' })
  expect(screen.queryByRole('button', { name: '约课' })).toBeNull()
  expect(calls.some(({ path }) => path.includes('coach-by-player'))).toBe(false)
})

test('a student of this coach can leave them after reading the consequences', async () => {
  const { calls, user } = openCard({ userType: 1, coaches: [wang] })
  await screen.findByRole('button', { name: '约课' })
  await user.click(screen.getByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByText(/解除师生关系/))
  await screen.findByText(/也不能替你约课、评定等级/)
  await user.click(screen.getByRole('button', { name: '解除' }))
  await expect
    .poll(() => calls.find(({ method }) => method === 'DELETE')?.path)
    .toBe('/user-relation/remove-by-player/10')
})

test('a user who is no student of this coach is not offered to leave them', async () => {
  const { calls, user } = openCard({ userType: 1, coaches: [givenCoachRecord('20', '陈可', [])] })
  await expect.poll(() => calls.some(({ path }) => path.includes('coach-by-player'))).toBe(true)
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await screen.findByText(/举报/)
  expect(screen.queryByText(/解除师生关系/)).toBeNull()
})
