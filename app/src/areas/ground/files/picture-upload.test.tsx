import { ApiError } from '@paidang/api/catalogue/errors'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ChosenPicture, UploadRequest } from '../../../platform/picture-limits'
import { givenSession } from '../../../testing/fake-server'
import { PictureField, usePictureUpload } from './picture-upload'

const device = vi.hoisted(() => ({
  choose: vi.fn<() => Promise<ChosenPicture | undefined>>(),
  release: vi.fn(),
  upload: vi.fn<(request: UploadRequest) => Promise<{ status: number; body: unknown }>>(),
}))
vi.mock('../../../platform/choose-picture', () => ({ choosePicture: device.choose, releasePicture: device.release }))
vi.mock('../../../platform/upload-file', () => ({ uploadFile: device.upload }))

const PICTURE = { address: 'blob:1', bytes: 2_097_152 }
const FILE = { relativePath: 'private/contracts/1.webp', url: '/x', width: 1, height: 1 }
const taken = { status: 200, body: { success: true, code: 0, msg: '', data: FILE } }
const refused = {
  status: 400,
  body: { success: false, code: 'picture_unsupported', msg: '图片格式不支持', data: null },
}

function Form() {
  const upload = usePictureUpload('contract')
  return (
    <>
      <PictureField label="合同照片" upload={upload} />
      <div>{`path ${upload.relativePath}`}</div>
    </>
  )
}

const open = () => {
  render(<Form />)
  return userEvent.click(screen.getByRole('button', { name: '选择合同照片' }))
}

beforeEach(() => {
  givenSession('20')
  device.choose.mockResolvedValue(PICTURE)
  device.upload.mockResolvedValue(taken)
})

test('a chosen picture is uploaded at once, shows its progress, and is there', async () => {
  let end: (answer: typeof taken) => void = () => undefined
  device.upload.mockImplementation(({ onProgress }) => {
    onProgress(40)
    return new Promise((resolve) => {
      end = resolve
    })
  })
  await open()
  await screen.findByText('正在上传 40%')
  expect(device.upload.mock.calls[0]?.[0]).toMatchObject({
    url: '/aaapi/files/upload?purpose=contract',
    headers: { Authorization: 'Bearer token' },
    picture: PICTURE,
  })
  end(taken)
  await screen.findByText('path private/contracts/1.webp')
  expect(screen.getByText('已上传')).toBeTruthy()
})

test('a picture that is one byte too large is reported before its upload', async () => {
  device.choose.mockResolvedValue({ ...PICTURE, bytes: 2_097_153 })
  await open()
  expect((await screen.findByRole('alert')).textContent).toBe('图片大小不能超过2MB')
  expect(device.upload).not.toHaveBeenCalled()
  expect(device.release).toHaveBeenCalledTimes(1)
})

test('a file that is no picture is reported in its place', async () => {
  device.choose.mockRejectedValue(new ApiError('picture_unsupported'))
  await open()
  expect((await screen.findByRole('alert')).textContent).toBe('图片格式不支持')
})

test('a failed upload keeps the picture, and the next try sends the same one', async () => {
  device.upload.mockResolvedValueOnce(refused)
  await open()
  expect((await screen.findByRole('alert')).textContent).toBe('图片格式不支持')
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('已上传')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(device.upload.mock.calls.map(([{ picture }]) => picture)).toEqual([PICTURE, PICTURE])
  expect(device.choose).toHaveBeenCalledTimes(1)
})

test('a removed picture is aborted and released, and its late answer changes nothing', async () => {
  let signal: AbortSignal | undefined
  device.upload.mockImplementation((request) => {
    signal = request.signal
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal?.reason)))
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: '删除合同照片' }))
  expect(signal?.aborted).toBe(true)
  expect(device.release).toHaveBeenCalledWith(PICTURE)
  expect(screen.getByRole('button', { name: '选择合同照片' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
