import { CARD_SAVE_MS } from '@paidang/domain/areas/views/business-cards/business-card'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ChosenPicture, UploadRequest } from '../../../platform/picture-limits'
import { useToast } from '../../../platform/toast-present'
import { type FakeAnswer, givenSession } from '../../../testing/fake-server'
import Taro, { pages } from '../../../testing/taro'
import { givenPlayer } from '../../people/profile/testing/given-player'
import { givenWorld, open, posts } from '../cashier/testing/open-payments'
import { BusinessCardView, draftFaults, isChanged } from './business-card-view'
import { formOf } from './card-data'
import { givenCard } from './testing/given-card'

const device = vi.hoisted(() => ({
  choose: vi.fn<() => Promise<ChosenPicture | undefined>>(),
  upload: vi.fn<(request: UploadRequest) => Promise<{ status: number; body: unknown }>>(),
}))
vi.mock('../../../platform/choose-picture', () => ({ choosePicture: device.choose, releasePicture: vi.fn() }))
vi.mock('../../../platform/upload-file', () => ({ uploadFile: device.upload }))

beforeEach(() => {
  useToast.setState({ toast: null })
  givenSession('10')
  pages.push({ route: 'user/pages/user_business_card/index' })
})

function givenEditor(answer: () => FakeAnswer = () => ({ data: givenCard() })) {
  return givenWorld({
    '/cards/multiCards': () => ({ data: [givenCard()] }),
    '/get-plaperVO/10': () => ({ data: givenPlayer() }),
    '/cards/save': answer,
  })
}
const field = (name: string) => screen.findByRole('textbox', { name })
/** From here on, time passes only when the test advances it. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const save = () => screen.getByRole('button', { name: /^保存/ })

test('input and choices show on the card at once, and one of two presses sends the whole card', async () => {
  const calls = givenEditor()
  const user = open(<BusinessCardView />)
  const title = await field('头衔')
  await user.clear(title)
  await user.type(title, '红土爱好者')
  expect(screen.getByText(/红土爱好者/, { selector: 'div' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^日落橙/ }))
  holdTime()
  fireEvent.click(save())
  fireEvent.click(save())
  expect(screen.getByRole('button', { name: '保存中' }).getAttribute('aria-busy')).toBe('true')
  await pass(CARD_SAVE_MS + 100)
  expect(screen.getByText('保存成功')).toBeTruthy()
  expect(Taro.navigateBack).toHaveBeenCalledTimes(1)
  expect(posts(calls, '/cards/save').map(({ body }) => body)).toEqual([
    {
      templateId: 'orange',
      name: '林知夏',
      title: '红土爱好者',
      company: '星湖网球',
      phone: '138 0000 0009',
      email: 'lin@example.com',
      address: '',
      introduction: '底线相持型，正在练反手切削。',
      avatar: null,
      revision: 4,
    },
  ])
})

test('saving takes at least a second, so that the user sees it', async () => {
  const calls = givenEditor()
  open(<BusinessCardView />)
  await field('姓名')
  holdTime()
  fireEvent.click(save())
  await pass(999)
  expect(posts(calls, '/cards/save')).toHaveLength(1)
  expect(screen.queryByText('保存成功')).toBeNull()
  await pass(100)
  expect(screen.getByText('保存成功')).toBeTruthy()
})

test('a card saved during the upload of its portrait is saved once, with the portrait', async () => {
  const calls = givenEditor()
  device.choose.mockResolvedValue({ address: 'blob:1', bytes: 10 })
  let end: () => void = () => undefined
  device.upload.mockReturnValue(
    new Promise((resolve) => {
      const data = { relativePath: 'public/avatars/9.webp', url: '/x', width: 1, height: 1 }
      end = () => resolve({ status: 200, body: { success: true, code: 0, msg: '', data } })
    }),
  )
  const user = open(<BusinessCardView />)
  await user.click(await screen.findByRole('button', { name: '更换头像' }))
  await user.dblClick(save())
  expect(screen.getByText('图片上传中，传完后自动提交')).toBeTruthy()
  expect(posts(calls, '/cards/save')).toEqual([])
  end()
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
  expect(posts(calls, '/cards/save').map(({ body }) => body)).toMatchObject([{ avatar: 'public/avatars/9.webp' }])
})

test('a fault is shown below its field, nothing is sent, and it goes as soon as it is corrected', async () => {
  const calls = givenEditor()
  const user = open(<BusinessCardView />)
  await user.clear(await field('姓名'))
  await user.type(await field('邮箱'), '@')
  await user.click(save())
  expect(screen.getByText('请填写姓名')).toBeTruthy()
  expect(screen.getByText('请填写正确的邮箱，例如 me@example.com')).toBeTruthy()
  await user.type(await field('姓名'), '林')
  expect(screen.queryByText('请填写姓名')).toBeNull()
  expect(screen.getByText('1/20')).toBeTruthy()
  expect(posts(calls, '/cards/save')).toEqual([])
})

test('a card that cannot be saved says so, and the input stays', async () => {
  givenEditor(() => ({ status: 500, code: 'unexpected', msg: '保存失败' }))
  const user = open(<BusinessCardView />)
  const name = await field('姓名')
  await user.type(name, '夏')
  holdTime()
  fireEvent.click(save())
  await pass(CARD_SAVE_MS + 100)
  expect(screen.getByText('保存失败')).toBeTruthy()
  expect((name as HTMLInputElement).value).toBe('林知夏夏')
  expect(Taro.navigateBack).not.toHaveBeenCalled()
})

test('a user who leaves with unsaved input is asked first', async () => {
  givenEditor()
  const user = open(<BusinessCardView />)
  await user.type(await field('姓名'), '夏')
  await user.click(screen.getByRole('button', { name: '返回' }))
  await user.click(await screen.findByRole('button', { name: '继续填写' }))
  expect(Taro.navigateBack).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: '返回' }))
  await user.click(await screen.findByRole('button', { name: '放弃' }))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
})

test('a failed read of the card has a message of its own, and can be repeated', async () => {
  let isOut = true
  givenWorld({
    '/cards/multiCards': () => {
      if (isOut) throw new TypeError('Failed to fetch')
      return { data: [givenCard()] }
    },
    '/get-plaperVO/10': () => ({ data: givenPlayer() }),
  })
  const user = open(<BusinessCardView />)
  await screen.findByText('获取名片信息失败')
  isOut = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await field('姓名')
})

const begin = formOf(givenCard())

test('a valid card has no faults, also with empty contact fields', () => {
  expect(draftFaults(begin)).toEqual({})
  expect(draftFaults({ ...begin, phone: '', email: '', introduction: '' })).toEqual({})
})

test('each fault is reported with the name of its field', () => {
  const wrong = { ...begin, name: ' ', phone: '12', email: 'lin@', title: '教'.repeat(21) }
  expect(draftFaults(wrong)).toEqual({
    name: '请填写姓名',
    phone: '请填写正确的电话，例如 138 0000 0000',
    email: '请填写正确的邮箱，例如 me@example.com',
    title: '头衔最多 20 个字',
  })
})

test('a change of any part changes a draft, and undoing it resets that', () => {
  expect(isChanged(begin, { ...begin })).toBe(false)
  expect(isChanged(begin, { ...begin, templateId: 'pink' })).toBe(true)
  expect(isChanged(begin, { ...begin, avatar: 'public/avatars/1.webp' })).toBe(true)
})
