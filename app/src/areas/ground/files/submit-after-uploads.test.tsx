import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ChosenPicture, UploadRequest } from '../../../platform/picture-limits'
import { givenSession } from '../../../testing/fake-server'
import { fire } from '../../../testing/taro'
import { Button } from '../../../ui/button'
import { PictureField, usePictureUpload } from './picture-upload'
import { PicturesField, usePictureUploads } from './pictures-upload'
import { useSubmitAfterUploads } from './submit-after-uploads'

type Answer = { status: number; body: unknown }
const device = vi.hoisted(() => ({
  chooseOne: vi.fn<(onPicked: () => void) => Promise<ChosenPicture | undefined>>(),
  choose: vi.fn<(most: number, onPicked: () => void) => Promise<ChosenPicture[]>>(),
  upload: vi.fn<(request: UploadRequest) => Promise<Answer>>(),
}))
vi.mock('../../../platform/choose-picture', () => ({
  choosePicture: device.chooseOne,
  choosePictures: device.choose,
  releasePicture: vi.fn(),
}))
vi.mock('../../../platform/upload-file', () => ({ uploadFile: device.upload }))

const WAITING = '图片上传中，传完后自动提交'
const sent = vi.fn<(form: { text: string; paths: readonly string[] }) => void>()

function Form() {
  const [text, setText] = useState('')
  const [isCancelled, setIsCancelled] = useState(false)
  const photos = usePictureUploads('photo', 6, [])
  const face = usePictureUpload('avatar')
  const submit = useSubmitAfterUploads({
    uploads: [
      { label: '照片', upload: photos },
      { label: '头像', upload: face },
    ],
    isSending: false,
    check: () => text !== '',
    send: () => sent({ text, paths: [...photos.paths, ...(face.relativePath ? [face.relativePath] : [])] }),
  })
  return (
    <>
      <input aria-label="文字" value={text} onChange={({ target }) => setText(target.value)} />
      <PicturesField label="照片" uploads={photos} hint="" />
      <PictureField label="头像" upload={face} />
      <Button {...submit.button}>提交</Button>
      <Button
        onPress={() => {
          submit.cancel()
          setIsCancelled(true)
        }}
      >
        取消
      </Button>
      {isCancelled && '已取消'}
    </>
  )
}

/** The running uploads, each with a function that ends it. */
const ends: ((answer: Answer) => void)[] = []
const taken = (relativePath: string): Answer => ({
  status: 200,
  body: { success: true, code: 0, msg: '', data: { relativePath, url: '/x', width: 1, height: 1 } },
})
const lost: Answer = { status: 500, body: { success: false, code: 'unexpected', msg: '图片上传失败', data: null } }
const end = (at: number, answer: Answer) => act(async () => ends[at]?.(answer))

beforeEach(() => {
  sent.mockClear()
  ends.length = 0
  givenSession('20')
  device.upload.mockImplementation(
    () =>
      new Promise((resolve) => {
        ends.push(resolve)
      }),
  )
  device.choose.mockResolvedValue([
    { address: 'blob:1', bytes: 10 },
    { address: 'blob:2', bytes: 10 },
  ])
  device.chooseOne.mockResolvedValue({ address: 'blob:3', bytes: 10 })
})

const button = () => screen.getByRole('button', { name: '提交' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** A form with a text and two photos that are being uploaded. */
async function givenForm() {
  const form = render(<Form />)
  await userEvent.type(screen.getByRole('textbox'), '甲')
  await press('添加照片')
  await waitFor(() => expect(ends).toHaveLength(2))
  return form
}

test('without pictures, and once all are uploaded, a press sends at once', async () => {
  render(<Form />)
  await userEvent.type(screen.getByRole('textbox'), '甲')
  await press('提交')
  expect(sent.mock.calls).toEqual([[{ text: '甲', paths: [] }]])
  await press('添加照片')
  await waitFor(() => expect(ends).toHaveLength(2))
  await end(0, taken('1'))
  await end(1, taken('2'))
  expect(sent).toHaveBeenCalledTimes(1)
  await press('提交')
  expect(sent.mock.calls.slice(1)).toEqual([[{ text: '甲', paths: ['1', '2'] }]])
  expect(screen.queryByText(WAITING)).toBeNull()
})

test('a press during an upload says so, and the last upload sends the form once as it is then', async () => {
  await givenForm()
  await press('提交')
  await press('提交')
  expect(screen.getByText(WAITING)).toBeTruthy()
  expect(button().getAttribute('aria-busy')).toBe('true')
  await end(0, taken('1'))
  await userEvent.type(screen.getByRole('textbox'), '乙')
  expect(sent).not.toHaveBeenCalled()
  await end(1, taken('2'))
  expect(sent.mock.calls).toEqual([[{ text: '甲乙', paths: ['1', '2'] }]])
  expect(screen.queryByText(WAITING)).toBeNull()
})

test('pictures of two fields are waited for, and so is one that is still being compressed', async () => {
  let choose: (picture: ChosenPicture) => void = () => undefined
  device.chooseOne.mockImplementation((onPicked) => {
    onPicked()
    return new Promise((resolve) => {
      choose = resolve
    })
  })
  await givenForm()
  await press('选择头像')
  await press('提交')
  await end(0, taken('1'))
  await end(1, taken('2'))
  expect(sent).not.toHaveBeenCalled()
  await act(async () => choose({ address: 'blob:3', bytes: 10 }))
  expect(sent).not.toHaveBeenCalled()
  await end(2, taken('3'))
  expect(sent.mock.calls).toEqual([[{ text: '甲', paths: ['1', '2', '3'] }]])
})

test('a fault at the time of the press is reported instead of waiting', async () => {
  await givenForm()
  await userEvent.clear(screen.getByRole('textbox'))
  await press('提交')
  expect(screen.queryByText(WAITING)).toBeNull()
  await end(0, taken('1'))
  await end(1, taken('2'))
  expect(sent).not.toHaveBeenCalled()
})

test('a form that becomes invalid during the wait is not sent', async () => {
  await givenForm()
  await press('提交')
  await userEvent.clear(screen.getByRole('textbox'))
  await end(0, taken('1'))
  await end(1, taken('2'))
  expect(screen.queryByText(WAITING)).toBeNull()
  await userEvent.type(screen.getByRole('textbox'), '乙')
  expect(sent).not.toHaveBeenCalled()
})

test('a picture that fails ends the wait and is named, and nothing is sent when the others finish', async () => {
  await givenForm()
  await press('提交')
  await end(1, lost)
  expect(button().getAttribute('aria-busy')).not.toBe('true')
  expect(screen.queryByText(WAITING)).toBeNull()
  expect(screen.getByText('照片第 2 张没有上传成功，请重试或移除')).toBeTruthy()
  await end(0, taken('1'))
  await press('提交')
  expect(sent).not.toHaveBeenCalled()
  // A picture that is retried or removed does not hold up the next press.
  await press('照片第 2 张，没有上传')
  await userEvent.click(await screen.findByRole('button', { name: /重新上传/ }))
  await end(2, taken('2'))
  expect(sent).not.toHaveBeenCalled()
  await press('提交')
  expect(sent.mock.calls).toEqual([[{ text: '甲', paths: ['1', '2'] }]])
})

test('every picture that failed is named', async () => {
  await givenForm()
  await press('选择头像')
  await end(0, lost)
  await end(1, lost)
  await end(2, lost)
  expect(screen.getByText('照片第 1、2 张，头像没有上传成功，请重试或移除')).toBeTruthy()
})

test('a picture that is rejected before its upload ends the wait too, with its reason', async () => {
  let choose: (picture: ChosenPicture) => void = () => undefined
  device.chooseOne.mockImplementation((onPicked) => {
    onPicked()
    return new Promise((resolve) => {
      choose = resolve
    })
  })
  render(<Form />)
  await userEvent.type(screen.getByRole('textbox'), '甲')
  await press('选择头像')
  await press('提交')
  expect(screen.getByText(WAITING)).toBeTruthy()
  await act(async () => choose({ address: 'blob:3', bytes: 2_097_153 }))
  expect(screen.getByText('头像没有选上：图片大小不能超过2MB')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
  await press('提交')
  expect(sent.mock.calls).toEqual([[{ text: '甲', paths: [] }]])
})

test('a picture that is removed is no longer waited for', async () => {
  await givenForm()
  await press('提交')
  await end(0, taken('1'))
  await press('照片第 2 张，0%')
  await userEvent.click(await screen.findByRole('button', { name: '删除' }))
  await waitFor(() => expect(sent.mock.calls).toEqual([[{ text: '甲', paths: ['1'] }]]))
})

test('取消 ends the wait, and nothing is sent later', async () => {
  await givenForm()
  await press('提交')
  await press('取消')
  expect(screen.queryByText(WAITING)).toBeNull()
  await end(0, taken('1'))
  await end(1, taken('2'))
  expect(sent).not.toHaveBeenCalled()
})

test('nothing is sent after the user left the page', async () => {
  const { unmount } = await givenForm()
  await press('提交')
  unmount()
  await end(0, taken('1'))
  await end(1, taken('2'))
  expect(sent).not.toHaveBeenCalled()
})

test('a form below another page sends nothing before it is on top again', async () => {
  await givenForm()
  await press('提交')
  act(() => fire('hide'))
  await end(0, taken('1'))
  await end(1, taken('2'))
  expect(sent).not.toHaveBeenCalled()
  act(() => fire('show'))
  expect(sent).toHaveBeenCalledTimes(1)
})
