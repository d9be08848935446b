import { contractPhotos } from '@paidang/api/areas/money/contracts'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { firstOf, grantHours, offerOf, roomFor } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { openContract, seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

const MOST_BYTES = 2_097_152
const PHOTO = /^查看合同照片，青杉网球俱乐部，.*，王启明上传$/

test('the photo of a signed contract: invalid files are refused, and a valid photo is seen by its player and no stranger', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [coach, player] = [await logInAs(address, 'coach'), await logInAs(address, 'player')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const slot = firstOf(await roomFor(offer, { people: [coach, player], length: 1 }))
  const contract = await grantHours(coach, player, { offer, slot, sessions: 1 })
  const { userId } = player.logIn.userInfo
  const before = await player.call(contractPhotos, { params: { userId } })

  const page = await openAs('coach')
  await goTo(page, address, `coach/pages/student/index?userId=${userId}`)
  await page.getByRole('button', { name: '上传合同' }).click()
  const sheet = page.getByRole('dialog', { name: '上传合同' })

  await test.step('without a photo there is nothing to send', async () => {
    await sheet.getByRole('button', { name: '提交合同' }).click()
    await expect(sheet).toContainText('请先上传合同照片')
  })

  await test.step('a file one byte too large and a file that is no picture are refused', async () => {
    await choose(page, sheet, await heavyPhoto(MOST_BYTES + 1))
    await expect(sheet.getByRole('alert').filter({ hasText: '图片大小不能超过2MB' })).toBeVisible()
    await choose(page, sheet, Buffer.from('这不是图片'))
    await expect(sheet.getByRole('alert').filter({ hasText: '图片格式不支持' })).toBeVisible()
    expect(await player.call(contractPhotos, { params: { userId } })).toHaveLength(before.length)
  })

  await test.step('a photo of forty megapixels is accepted', async () => {
    await choose(page, sheet, await widePhoto())
    await expect(sheet).toContainText('已上传')
    await sheet.getByRole('button', { name: '提交合同' }).click()
    await expect(seen(page, '合同上传成功')).toBeVisible()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: PHOTO })).not.toHaveCount(0)
  })

  await test.step('the player sees it beside the hours', async () => {
    const hers = await openAs('player')
    await openContract(hers, server.current, { contract })
    const photo = hers.getByRole('button', { name: PHOTO }).first()
    const picture = photo.locator('img')
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('its address does not work without its signature', async () => {
    const photos = await player.call(contractPhotos, { params: { userId } })
    expect(photos).toHaveLength(before.length + 1)
    const signed = new URL(photos[0]?.url ?? '', address)
    const picture = await fetch(signed)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await fetch(`${signed.origin}${signed.pathname}`)).status).toBe(404)
    const forged = new URL(signed)
    for (const name of forged.searchParams.keys()) forged.searchParams.set(name, '1')
    expect((await fetch(forged)).status).toBe(404)
  })
})

/** Chooses a file as the photo. */
async function choose(page: Page, sheet: Locator, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: '选择合同照片' }).click()
  await (await choosing).setFiles({ name: '合同.jpg', mimeType: 'image/jpeg', buffer })
}

/** A photo of exactly this many bytes. It is noise, which the page cannot compress. */
async function heavyPhoto(bytes: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const
  const photo = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#fff', noise } })
    .webp({ quality: 30 })
    .toBuffer()
  // Readers ignore bytes after the end of the picture.
  return Buffer.concat([photo, Buffer.alloc(bytes - photo.length)])
}

/** A photo of forty megapixels in a small file. */
async function widePhoto(): Promise<Buffer> {
  const photo = await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#8a9' } })
    .jpeg()
    .toBuffer()
  expect(photo.length).toBeLessThan(MOST_BYTES)
  return photo
}
