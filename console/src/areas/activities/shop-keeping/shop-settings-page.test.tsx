import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, fill, refused } from '../../../testing/draw'
import { givenShop } from '../merchants/testing/given-shop'
import { ShopSettingsPage } from './shop-settings-page'

type Answers = Parameters<typeof draw>[1]['answers']

const SHOP = 'GET /merchant/shop'
const SAVE = 'PUT /merchant/shop'
const PUBLISH = 'POST /merchant/shop/publish'
const PICTURE = 'POST /merchant/shop/picture'

const show = (answers: Answers) =>
  draw(<ShopSettingsPage />, {
    staff: { role: 'owner', merchantId: '7' },
    answers: { [SHOP]: { data: givenShop() }, ...answers },
  })

test('an owner edits the public data of the shop; the fee is typed in yuan and sent in fen', async () => {
  const { id, avatar, isPublished, ...facts } = givenShop()
  const { writes } = show({ [SAVE]: { data: givenShop() } })
  fill([await screen.findByLabelText('取送费'), '18.5'], [screen.getByLabelText('介绍'), '电子穿线机'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('店铺资料已保存')).toBeTruthy()
  expect(writes()).toEqual([[SAVE, { ...facts, courierFeeFen: 1_850, introduction: '电子穿线机' }]])
})

test('a change by operators is not overwritten: the input stays until the latest version is taken', async () => {
  let latest = givenShop()
  show({
    [SHOP]: () => ({ data: latest }),
    [SAVE]: () => {
      latest = givenShop({ phone: '021-55550302', revision: 4 })
      return refused('revision_outdated')
    },
  })
  fill([await screen.findByLabelText('介绍'), '电子穿线机'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('内容刚刚有修改，请核对后再操作')).toBeTruthy()
  const load = await screen.findByText('载入最新内容')
  expect(screen.getByLabelText<HTMLInputElement>('介绍').value).toBe('电子穿线机')
  await userEvent.click(load)
  expect(screen.getByLabelText<HTMLInputElement>('介绍').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('电话').value).toBe('021-55550302')
})

test('a missing value is reported at its field, and nothing is sent', async () => {
  const { writes } = show({})
  fill([await screen.findByLabelText('电话'), ' '])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('请填写电话')).toBeTruthy()
  expect(writes()).toEqual([])
})

test('the shop is taken out of the app after the effect was shown, and the page waits for the server', async () => {
  let isPublished = true
  const { writes } = show({
    [SHOP]: () => ({ data: givenShop({ isPublished }) }),
    [PUBLISH]: () => {
      isPublished = false
      return { data: givenShop({ isPublished }) }
    },
  })
  await userEvent.click(await screen.findByText('下架店铺'))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/顾客在拍档里马上看不到这家店，也不能再下单/)).toBeTruthy()
  expect(writes()).toEqual([])
  await userEvent.click(question.getByText('下架'))
  expect(await screen.findByText('上架店铺')).toBeTruthy()
  expect(writes()).toEqual([[PUBLISH, { isPublished: false, revision: 3 }]])
})

test('a picture that is refused shows the reason, and the last one stays', async () => {
  show({ [SHOP]: { data: givenShop({ avatar: 'shop/1.webp' }) }, [PICTURE]: refused('picture_too_many_pixels') })
  const file = new File(['x'], 'shop.png', { type: 'image/png' })
  await userEvent.upload(await screen.findByLabelText('选择店铺头像'), file)
  expect((await screen.findByRole('alert')).textContent).toBe('图片尺寸过大，请压缩后再上传')
  expect(screen.getByAltText('店铺头像').getAttribute('src')).toBe('/aaapi/files/shop/1.webp')
})

test('a failed read of the shop shows the reason', async () => {
  show({ [SHOP]: refused('action_forbidden') })
  expect(await screen.findByText('无权限操作')).toBeTruthy()
  expect(screen.queryByText('保存')).toBeNull()
})
