import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { accountPath, levelsPath, registPath } from '../../../paths'
import type { ChosenPicture, UploadRequest } from '../../../platform/picture-limits'
import { currentSession } from '../../../platform/session'
import { type FakeAnswer, type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro, { pages } from '../../../testing/taro'
import { givenPlayer, givenRegistInfo, PHOTOS } from '../../people/profile/testing/given-player'
import { givenWorld, open, posts } from '../cashier/testing/open-payments'
import { ProfileEditView } from './profile-edit-view'

const device = vi.hoisted(() => ({
  choose: vi.fn<() => Promise<ChosenPicture | undefined>>(),
  chooseSeveral: vi.fn<(most: number) => Promise<ChosenPicture[]>>(),
  upload: vi.fn<(request: UploadRequest) => Promise<{ status: number; body: unknown }>>(),
}))
vi.mock('../../../platform/choose-picture', () => ({
  choosePicture: device.choose,
  choosePictures: device.chooseSeveral,
  releasePicture: vi.fn(),
}))
vi.mock('../../../platform/upload-file', () => ({ uploadFile: device.upload }))

beforeEach(() => {
  givenSession('10')
  pages.push({ route: 'user/pages/user_info/index' })
})

const taken = (relativePath: string) => ({
  status: 200,
  body: { success: true, code: 0, msg: '', data: { relativePath, url: '/x', width: 1, height: 1 } },
})

function givenProfile(
  info = givenRegistInfo(),
  answer: (call: FakeCall) => FakeAnswer = ({ body }) => ({ data: { ...givenPlayer(), ...(body as object) } }),
): FakeCall[] {
  return givenWorld({ '/get-player-registInfo/10': () => ({ data: info }), '/save-player': answer })
}
const sent = (calls: FakeCall[]) => posts(calls, '/save-player').map(({ body }) => body)
const nickname = () => screen.findByRole('textbox', { name: '昵称' })
const save = () => screen.getByRole('button', { name: '保存' })

test('changes are saved once, the name changes on this device, and the page goes back', async () => {
  const calls = givenProfile()
  const user = open(<ProfileEditView />)
  await user.clear(await nickname())
  await user.type(await nickname(), '知夏')
  await user.click(screen.getByRole('radio', { name: '左手' }))
  await user.click(screen.getByRole('radio', { name: '羽毛球' }))
  await user.click(screen.getByRole('button', { name: '增加等级' }))
  await user.click(screen.getByRole('switch', { name: '给一起上课、打球的人看微信号' }))
  await user.dblClick(save())
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
  expect(sent(calls)).toEqual([
    { nickname: '知夏', sport: 'badminton', handedness: 1, level: 4, wechatIdOpen: true, revision: 4 },
  ])
  expect(currentSession()).toMatchObject({ username: '知夏', userInfo: { nickname: '知夏', sport: 'badminton' } })
  await screen.findByText('保存成功')
})

test('gender and hands that nobody said are not chosen in the form; the usual ones are said like any other', async () => {
  const player = givenPlayer({ gender: 1, genderIsUnsaid: true, handIsUnsaid: true, backhandIsUnsaid: true })
  const calls = givenProfile(givenRegistInfo({ player }))
  const user = open(<ProfileEditView />)
  const hands = ['右手', '左手', '双手反拍', '单手反拍', '男', '女'] as const
  await nickname()
  for (const name of hands) expect(screen.getByRole('radio', { name }).getAttribute('aria-checked')).toBe('false')
  await user.click(screen.getByRole('radio', { name: '男' }))
  await user.click(screen.getByRole('radio', { name: '右手' }))
  await user.click(screen.getByRole('radio', { name: '双手反拍' }))
  await user.click(save())
  await waitFor(() => expect(sent(calls)).toEqual([{ gender: 1, handedness: 0, backhandStyle: 'double', revision: 4 }]))
})

test('a text in review is marked in its field, and is not sent again', async () => {
  const waiting = [
    { field: 'nickname', value: '小满' },
    { field: 'nicePhotos', value: 'public/photos/3.webp' },
  ]
  const player = givenPlayer({ nicePhotosList: PHOTOS, pending: waiting })
  const calls = givenProfile(givenRegistInfo({ player }))
  const user = open(<ProfileEditView />)
  expect(((await nickname()) as HTMLInputElement).value).toBe('小满')
  expect(screen.getByText('审核中，通过后其他人才能看到')).toBeTruthy()
  expect(screen.getByText(/^1 张审核中/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^照片第 \d 张$/ })).toHaveLength(3)
  await user.click(screen.getByRole('radio', { name: '左手' }))
  await user.click(save())
  await waitFor(() => expect(sent(calls)).toEqual([{ handedness: 1, revision: 4 }]))
})

test('a user who saves a text that needs review reads so, and a rejected text stays in the form', async () => {
  let refuses = true
  givenProfile(undefined, () =>
    refuses
      ? { status: 400, code: 'content_rejected', msg: '昵称含有不适合公开的内容（广告），请修改后再提交' }
      : { data: givenPlayer({ pending: [{ field: 'nickname', value: '林知夏!' }] }) },
  )
  const user = open(<ProfileEditView />)
  await user.type(await nickname(), '!')
  await user.click(save())
  await screen.findByText('昵称含有不适合公开的内容（广告），请修改后再提交')
  expect(((await nickname()) as HTMLInputElement).value).toBe('林知夏!')
  refuses = false
  await user.click(save())
  await screen.findByText('已保存，审核通过后其他人可见')
})

test('a player cannot change an assessed level', async () => {
  givenProfile(givenRegistInfo({ levelIsOwn: false }))
  const user = open(<ProfileEditView />)
  await screen.findByText('等级已由教练或战绩评定，不能自行修改')
  expect(screen.queryByRole('button', { name: '增加等级' })).toBeNull()
  await user.click(screen.getByText('等级怎么来的'))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: levelsPath() })
})

test('an empty nickname is reported on blur, and nothing is sent', async () => {
  const calls = givenProfile()
  const user = open(<ProfileEditView />)
  await user.clear(await nickname())
  expect(screen.queryByText('请填写昵称')).toBeNull()
  await user.tab()
  expect(screen.getByText('请填写昵称')).toBeTruthy()
  await user.click(save())
  expect(sent(calls)).toEqual([])
})

test('input that could not be saved stays', async () => {
  givenProfile(undefined, () => ({ status: 500, code: 'unexpected', msg: '保存失败' }))
  const user = open(<ProfileEditView />)
  await user.type(await nickname(), '!')
  await user.click(save())
  await screen.findByText('保存失败')
  expect(((await nickname()) as HTMLInputElement).value).toBe('林知夏!')
  expect(Taro.navigateBack).not.toHaveBeenCalled()
  expect(currentSession().username).toBe('林知夏')
})

test('photos are added, moved and removed, and saved in their order', async () => {
  const player = givenPlayer({
    nicePhotosList: PHOTOS,
    nicePhotos: PHOTOS.map((photo) => photo.relativePath).join(','),
  })
  const calls = givenProfile(givenRegistInfo({ player }))
  device.chooseSeveral.mockResolvedValue([{ address: 'blob:3', bytes: 10 }])
  device.upload.mockResolvedValue(taken('public/photos/3.webp'))
  const user = open(<ProfileEditView />)
  await user.click(await screen.findByRole('button', { name: '添加照片' }))
  expect(device.chooseSeveral).toHaveBeenCalledWith(7, expect.any(Function))
  await screen.findByText('图片上传成功')
  await user.click(screen.getByRole('button', { name: '照片第 3 张' }))
  await user.click(await screen.findByRole('button', { name: '前移' }))
  await user.click(screen.getByRole('button', { name: '照片第 1 张' }))
  await user.click(await screen.findByRole('button', { name: '删除' }))
  await user.click(save())
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalled())
  expect(sent(calls)).toEqual([{ nicePhotos: ['public/photos/3.webp', 'public/photos/2.webp'], revision: 4 }])
})

test('a press during an upload says so, and saves once after it', async () => {
  const calls = givenProfile()
  device.choose.mockResolvedValue({ address: 'blob:1', bytes: 10 })
  let end: (answer: ReturnType<typeof taken>) => void = () => undefined
  device.upload.mockImplementation(
    () =>
      new Promise((resolve) => {
        end = resolve
      }),
  )
  const user = open(<ProfileEditView />)
  await user.click(await screen.findByRole('button', { name: '更换头像' }))
  await screen.findByText('正在上传 0%')
  await user.dblClick(save())
  expect(screen.getByText('图片上传中，传完后自动提交')).toBeTruthy()
  expect(sent(calls)).toEqual([])
  end(taken('public/avatars/9.webp'))
  await waitFor(() => expect(sent(calls)).toEqual([{ avatar: 'public/avatars/9.webp', revision: 4 }]))
})

const UNSENT = /没有上传成功，请重试或移除/
const lost = { status: 500, body: { success: false, code: 'unexpected', msg: '图片上传失败', data: null } }

test('after a failed photo nothing is saved until it is sent again', async () => {
  const calls = givenProfile()
  device.chooseSeveral.mockResolvedValue([{ address: 'blob:3', bytes: 10 }])
  device.upload.mockResolvedValueOnce(lost).mockResolvedValue(taken('public/photos/3.webp'))
  const user = open(<ProfileEditView />)
  await user.click(await screen.findByRole('button', { name: '添加照片' }))
  await screen.findByText(UNSENT)
  await user.click(save())
  expect(sent(calls)).toEqual([])
  await user.click(screen.getByRole('button', { name: '照片第 1 张，没有上传' }))
  await user.click(await screen.findByRole('button', { name: /重新上传/ }))
  await waitFor(() => expect(screen.queryByText(UNSENT)).toBeNull())
  await user.click(save())
  await waitFor(() => expect(sent(calls)).toEqual([{ nicePhotos: ['public/photos/3.webp'], revision: 4 }]))
})

test('after a failed portrait nothing is saved until it is removed', async () => {
  const calls = givenProfile()
  device.choose.mockResolvedValue({ address: 'blob:1', bytes: 10 })
  device.upload.mockResolvedValue(lost)
  const user = open(<ProfileEditView />)
  await user.type(await nickname(), '!')
  await user.click(screen.getByRole('button', { name: '更换头像' }))
  await screen.findByText(UNSENT)
  await user.click(save())
  expect(sent(calls)).toEqual([])
  await user.click(screen.getByRole('button', { name: '移除头像' }))
  await waitFor(() => expect(screen.queryByText(UNSENT)).toBeNull())
  await user.click(save())
  await waitFor(() => expect(sent(calls)).toEqual([{ nickname: '林知夏!', revision: 4 }]))
})

test('a user who leaves with unsaved changes is asked', async () => {
  givenProfile()
  const user = open(<ProfileEditView />)
  await user.type(await nickname(), '!')
  await user.click(screen.getByRole('button', { name: '返回' }))
  await user.click(await screen.findByRole('button', { name: '继续填写' }))
  expect(Taro.navigateBack).not.toHaveBeenCalled()
})

test('phone and verification lead to their own pages', async () => {
  givenProfile()
  const user = open(<ProfileEditView />)
  await user.click(await screen.findByRole('button', { name: /手机号/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: accountPath() })
  await user.click(screen.getByRole('button', { name: /认证/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: registPath('coach') })
})

test('a failed read of the profile has a message of its own', async () => {
  givenWorld({
    '/get-player-registInfo/10': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  open(<ProfileEditView />)
  await screen.findByText('获取用户注册信息失败')
})
