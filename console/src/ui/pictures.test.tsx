import { ApiError } from '@paidang/api/catalogue/errors'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { type Picture, publicPicture, UploadPictures } from './pictures'

const named = (name: string) => publicPicture(`public/products/${name}.webp`)
const file = (name: string, { type = 'image/png', bytes = 3 } = {}) => new File([new Uint8Array(bytes)], name, { type })

type Shown = { max?: number; begin?: Picture[]; upload: (file: File) => Promise<Picture> }

function Field({ max = 3, begin = [], upload, seen }: Shown & { seen: (paths: string[]) => void }) {
  const [pictures, setPictures] = useState(begin)
  const change = (next: Picture[]) => {
    seen(next.map(({ relativePath }) => relativePath))
    setPictures(next)
  }
  return <UploadPictures label="商品图片" max={max} upload={upload} value={pictures} onChange={change} />
}

function show(shown: Shown) {
  const seen = vi.fn()
  render(<Field {...shown} seen={seen} />)
  return { seen, user: userEvent.setup({ applyAccept: false }) }
}

const chosen = () => screen.getByLabelText('选择商品图片')

test('a chosen picture is sent and added at the end', async () => {
  const { seen, user } = show({ begin: [named('a')], upload: async ({ name }) => named(name) })
  await user.click(screen.getByRole('button', { name: '上传商品图片' }))
  await user.upload(chosen(), file('b'))
  expect(await screen.findByRole('img', { name: '商品图片 2' })).toHaveProperty(
    'src',
    expect.stringContaining('/aaapi/files/public/products/b.webp'),
  )
  expect(seen).toHaveBeenLastCalledWith([named('a').relativePath, named('b').relativePath])
})

test('a picture is replaced in its place, moved and removed', async () => {
  const { seen, user } = show({ begin: [named('a'), named('b')], upload: async ({ name }) => named(name) })
  await user.click(screen.getByRole('button', { name: '更换商品图片 1' }))
  await user.upload(chosen(), file('c'))
  await user.click(await screen.findByRole('button', { name: '后移商品图片 1' }))
  expect(seen).toHaveBeenLastCalledWith([named('b').relativePath, named('c').relativePath])
  await user.click(screen.getByRole('button', { name: '移除商品图片 1' }))
  expect(seen).toHaveBeenLastCalledWith([named('c').relativePath])
})

test('a file that is too large or no picture is reported before anything is sent', async () => {
  const upload = vi.fn(async () => named('a'))
  const { seen, user } = show({ upload })
  await user.upload(chosen(), file('large', { bytes: 2_097_153 }))
  expect((await screen.findByRole('alert')).textContent).toBe('图片大小不能超过2MB')
  await user.upload(chosen(), file('text', { type: 'text/plain' }))
  expect((await screen.findByRole('alert')).textContent).toBe('图片格式不支持')
  expect(upload).not.toHaveBeenCalled()
  await user.upload(chosen(), file('fits', { bytes: 2_097_152 }))
  expect(await screen.findByRole('img', { name: '商品图片 1' })).toBeTruthy()
  expect(seen).toHaveBeenCalledTimes(1)
})

test('a refusal is shown with the server’s message, and nothing is lost', async () => {
  const upload = () => Promise.reject(new ApiError('picture_too_many_pixels'))
  const { seen, user } = show({ begin: [named('a')], upload })
  await user.upload(chosen(), file('b'))
  expect((await screen.findByRole('alert')).textContent).toBe('图片尺寸过大，请压缩后再上传')
  expect(screen.getByRole('img', { name: '商品图片 1' })).toBeTruthy()
  expect(seen).not.toHaveBeenCalled()
})

test('no more pictures can be chosen once the maximum is reached', () => {
  show({ max: 1, begin: [named('a')], upload: async () => named('b') })
  expect(screen.queryByRole('button', { name: '上传商品图片' })).toBeNull()
  expect(screen.getByRole('button', { name: '更换商品图片' })).toBeTruthy()
})
