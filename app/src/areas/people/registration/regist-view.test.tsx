import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ChosenPicture, UploadRequest } from '../../../platform/picture-limits'
import { currentSession } from '../../../platform/session'
import { readStored } from '../../../platform/storage'
import { type FakeAnswer, type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro, { pages } from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { givenApplication, givenPlayer, givenRegistInfo } from '../profile/testing/given-player'
import { RegistView } from './regist-view'

const device = vi.hoisted(() => ({
  chooseFace: vi.fn<() => Promise<ChosenPicture | undefined>>(),
  choose: vi.fn<(most: number) => Promise<ChosenPicture[]>>(),
  upload: vi.fn<(request: UploadRequest) => Promise<{ status: number; body: unknown }>>(),
}))
vi.mock('../../../platform/choose-picture', () => ({
  choosePicture: device.chooseFace,
  choosePictures: device.choose,
  releasePicture: vi.fn(),
}))
vi.mock('../../../platform/upload-file', () => ({ uploadFile: device.upload }))

/** A new user from the server: the usual choices are set already. */
const NEWCOMER = givenPlayer({
  nickname: '微信用户0042',
  gender: 1,
  region: '',
  handedness: 0,
  backhandStyle: 'double',
  level: 3,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T12:00:00+08:00'))
  givenSession('10')
  pages.push({ route: 'user/pages/user_regist/index' })
})

const unregistered = givenRegistInfo({ isRegistered: false, player: NEWCOMER })

function givenRegistration(
  info = unregistered,
  answer: (call: FakeCall) => FakeAnswer = () => ({ data: givenPlayer({ nickname: '小夏' }) }),
): FakeCall[] {
  return givenWorld({ '/get-player-registInfo/10': () => ({ data: info }), '/save-player': answer })
}
const nickname = () => screen.findByRole('textbox', { name: '昵称' })
const press = (name: string) => screen.getByRole('button', { name })

test('a name and the sport complete the registration as a player; the rest is asked where it matters', async () => {
  const calls = givenRegistration()
  const user = open(<RegistView as="player" />)
  // Not the initial name of WeChat users, which is none.
  expect(((await nickname()) as HTMLInputElement).value).toBe('球友0010')
  await user.clear(await nickname())
  await user.type(await nickname(), '小夏')
  await user.click(screen.getByRole('radio', { name: '羽毛球' }))
  await user.dblClick(press('完成注册'))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
  await screen.findByText('注册成功')
  expect(posts(calls, '/save-player').map(({ body }) => body)).toEqual([
    { nickname: '小夏', sport: 'badminton', revision: 4, registers: true },
  ])
  expect(currentSession()).toMatchObject({ username: '小夏', userInfo: { sport: 'badminton' } })
})

test('a name is proposed, so that the registration needs no typing', async () => {
  const calls = givenRegistration()
  const user = open(<RegistView as="player" />)
  await nickname()
  await user.click(press('完成注册'))
  await waitFor(() => expect(posts(calls, '/save-player')).toHaveLength(1))
  expect(posts(calls, '/save-player')[0]?.body).toMatchObject({ nickname: '球友0010', sport: 'tennis' })
})

test('who said a name when the account was made is not asked for it again', async () => {
  const calls = givenRegistration(
    givenRegistInfo({ isRegistered: false, player: givenPlayer({ ...NEWCOMER, nickname: '小吴' }) }),
  )
  const user = open(<RegistView as="player" />)
  await user.click(await screen.findByRole('radio', { name: '羽毛球' }))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText('怎么称呼你')).toBeNull()
  await user.click(press('完成注册'))
  await waitFor(() => expect(posts(calls, '/save-player')).toHaveLength(1))
  expect(posts(calls, '/save-player')[0]?.body).toEqual({ sport: 'badminton', revision: 4, registers: true })
})

test('without a name the page stays open and says why; the first name of a phone is none', async () => {
  const calls = givenRegistration(
    givenRegistInfo({ isRegistered: false, player: givenPlayer({ ...NEWCOMER, nickname: '新球友' }) }),
  )
  const user = open(<RegistView as="player" />)
  expect(((await nickname()) as HTMLInputElement).value).toBe('球友0010')
  await user.clear(await nickname())
  await user.click(press('完成注册'))
  expect(screen.getByText('请填写昵称')).toBeTruthy()
  expect(posts(calls, '/save-player')).toEqual([])
})

test('input that could not be sent stays, with the message in its place', async () => {
  givenRegistration(unregistered, () => ({ status: 500, code: 'unexpected', msg: '提交注册信息失败' }))
  const user = open(<RegistView as="player" />)
  await user.click(await screen.findByRole('radio', { name: '羽毛球' }))
  await user.click(press('完成注册'))
  await waitFor(() => expect(screen.getAllByText('提交注册信息失败').length).toBeGreaterThan(1))
  expect(screen.getByRole('radio', { name: '羽毛球' }).getAttribute('aria-checked')).toBe('true')
  expect(Taro.navigateBack).not.toHaveBeenCalled()
})

const WAITING = '图片上传中，传完后自动提交'
const TAKEN = { relativePath: 'private/certificates/1.webp', url: '/x', width: 1, height: 1 }
const taken = { status: 200, body: { success: true, code: 0, msg: '', data: TAKEN } }
const lost = { status: 500, body: { success: false, code: 'unexpected', msg: '图片上传失败', data: null } }

test('a failed read of the registration is reported and can be repeated', async () => {
  givenWorld({
    '/get-player-registInfo/10': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  open(<RegistView as="player" />)
  await screen.findByText('获取注册信息失败')
  expect(press('重试')).toBeTruthy()
})

const asPlayer = givenRegistInfo()

function givenApplying(info = asPlayer, answer: () => FakeAnswer = () => ({ data: givenApplication() })) {
  device.choose.mockResolvedValue([{ address: 'blob:1', bytes: 10 }])
  device.upload.mockResolvedValue(taken)
  let shown = info
  return givenWorld({
    '/get-player-registInfo/10': () => ({ data: shown }),
    '/regist-coach/byplayer': () => {
      const given = answer()
      if ('data' in given) shown = { ...info, coach: givenApplication() }
      return given
    },
  })
}

test('a coach applies with name and certificates, and then reads that the application waits', async () => {
  const calls = givenApplying()
  const user = open(<RegistView as="coach" />)
  await user.type(await screen.findByRole('textbox', { name: '真实姓名' }), '林小夏')
  await user.click(press('增加教龄'))
  await user.click(press('添加资质照片'))
  await screen.findByRole('button', { name: '资质照片第 1 张' })
  await screen.findByText('图片上传成功')
  await user.dblClick(press('提交申请'))
  await screen.findByText(/审核中，结果会用消息告诉你/)
  expect(posts(calls, '/byplayer').map(({ body }) => body)).toEqual([
    {
      realName: '林小夏',
      yearsTeaching: 2,
      region: '上海市 徐汇区',
      introduction: '',
      certificates: ['private/certificates/1.webp'],
    },
  ])
})

test('an application with a failed certificate is not sent', async () => {
  const calls = givenApplying()
  device.choose.mockResolvedValue([
    { address: 'blob:1', bytes: 10 },
    { address: 'blob:2', bytes: 10 },
  ])
  device.upload.mockResolvedValueOnce(lost)
  const user = open(<RegistView as="coach" />)
  await user.type(await screen.findByRole('textbox', { name: '真实姓名' }), '林小夏')
  await user.click(press('添加资质照片'))
  await screen.findByText('资质照片第 1 张没有上传成功，请重试或移除')
  await user.click(press('提交申请'))
  expect(posts(calls, '/byplayer')).toEqual([])
  await user.click(press('资质照片第 1 张，没有上传'))
  await user.click(await screen.findByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.queryByText(/没有上传成功/)).toBeNull())
  await user.click(press('提交申请'))
  await waitFor(() => expect(posts(calls, '/byplayer')).toHaveLength(1))
})

/** An application with a name, and a certificate whose upload lasts until `end`. */
async function givenUnderWay() {
  const calls = givenApplying()
  let end: (answer: typeof taken) => void = () => undefined
  device.upload.mockReturnValue(
    new Promise((resolve) => {
      end = resolve
    }),
  )
  const user = open(<RegistView as="coach" />)
  await user.type(await screen.findByRole('textbox', { name: '真实姓名' }), '林小夏')
  await user.click(press('添加资质照片'))
  await user.dblClick(press('提交申请'))
  await screen.findByText(WAITING)
  expect(screen.queryByText('请上传资质照片')).toBeNull()
  return { calls, user, end: () => end(taken) }
}

test('an application sent during the upload of its certificate is sent by itself after it, once', async () => {
  const { calls, user, end } = await givenUnderWay()
  await user.type(screen.getByRole('textbox', { name: '真实姓名' }), '天')
  expect(posts(calls, '/byplayer')).toEqual([])
  end()
  await screen.findByText(/审核中，结果会用消息告诉你/)
  expect(posts(calls, '/byplayer').map(({ body }) => body)).toMatchObject([
    { realName: '林小夏天', certificates: [TAKEN.relativePath] },
  ])
})

test('starting to leave ends the wait, and nothing is sent', async () => {
  const { calls, user, end } = await givenUnderWay()
  await user.click(press('返回'))
  await screen.findByRole('button', { name: '继续填写' })
  end()
  await user.click(press('继续填写'))
  await screen.findByText('图片上传成功')
  expect(screen.queryByText(WAITING)).toBeNull()
  expect(posts(calls, '/byplayer')).toEqual([])
})

test('an application without name or certificate is not sent, and reports each missing part', async () => {
  const calls = givenApplying()
  const user = open(<RegistView as="coach" />)
  await screen.findByRole('textbox', { name: '真实姓名' })
  await user.click(press('提交申请'))
  expect(screen.getByText('请填写真实姓名')).toBeTruthy()
  expect(screen.getByText('请上传资质照片')).toBeTruthy()
  expect(posts(calls, '/byplayer')).toEqual([])
})

test('a refused application shows the reason, and can be made again from its text', async () => {
  const coach = givenApplication({ approveStatus: 2, reason: '证书看不清' })
  givenApplying(givenRegistInfo({ coach }))
  const user = open(<RegistView as="coach" />)
  await screen.findByText('申请未通过：证书看不清')
  await user.click(press('重新申请'))
  expect(((await screen.findByRole('textbox', { name: '真实姓名' })) as HTMLInputElement).value).toBe('林小夏')
})

test('a coach reads that they are one already, and is led to the coach’s side', async () => {
  givenSession('20')
  givenWorld({
    '/get-player-registInfo/20': () => ({ data: givenRegistInfo({ player: givenPlayer({ userType: 1 }) }) }),
  })
  const user = open(<RegistView as="coach" />)
  await screen.findByText('已是教练')
  await user.click(press('进入教练首页'))
  expect(readStored('identity')).toBe('coach')
})
