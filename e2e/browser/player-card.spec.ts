import { messagesOfType, unreadCounts } from '@paidang/api/areas/ground/messages'
import { readPlayerCard } from '@paidang/api/areas/views/business-cards'
import { sharePage } from '@paidang/api/areas/views/sharing'
import sharp from 'sharp'
import { book, confirm, offerOf, roomFor } from '../run/arrange.ts'
import { clientOf, logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

const CARD = 'pages/user_card/index'

test('a card gets another template, is shared, and a guest opens it', async ({ openAs, server }) => {
  const { address } = server.current
  const owner = await logInAs(address, 'player')
  const page = await openAs('player')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await goTo(page, address, CARD)
  await expect(seen(page, owner.logIn.userInfo.nickname)).toBeVisible()

  await test.step('a template is chosen and stays', async () => {
    await page.getByRole('radio', { name: /海洋蓝/ }).click()
    await expect(page.getByRole('radio', { name: /海洋蓝/ })).toBeChecked()
    await expect(seen(page, '保存成功')).toBeVisible()
  })

  await test.step('its text is edited; saving shows its progress', async () => {
    await page.getByText('编辑名片').click()
    const editor = page.locator('.taro_page').last()
    await editor.getByLabel(/头衔/).fill('早场双打常驻')
    await editor.getByRole('button', { name: '保存', exact: true }).click()
    await expect(editor.getByRole('button', { name: '保存中' })).toBeVisible()
    await expect(seen(page, '保存成功')).toBeVisible()
    await expect(seen(page, '早场双打常驻')).toBeVisible()
  })

  const { shareId, path, poster, picture, code } = await owner.call(sharePage, {
    body: { kind: 'card', objectId: owner.logIn.userInfo.userId },
  })

  await test.step('a guest without a link is led to the log-in', async () => {
    const guest = await openAs()
    await goTo(guest, address, `${CARD}?id=${owner.logIn.userInfo.userId}`)
    await expect(guest.getByRole('button', { name: '登录' })).toBeVisible()
    await expect(guest.getByText('早场双打常驻')).toHaveCount(0)
  })

  await test.step('a guest with the link reads the card', async () => {
    for (const route of [
      path.replace(/^\//, ''),
      `${CARD}?i=${shareId}`,
      `${CARD}?scene=${encodeURIComponent(`i=${shareId}`)}`,
    ]) {
      const guest = await openAs()
      await goTo(guest, address, route)
      await expect(seen(guest, owner.logIn.userInfo.nickname)).toBeVisible()
      await expect(seen(guest, '早场双打常驻')).toBeVisible()
      await guest.context().close()
    }
  })

  await test.step('its pictures are shown', async () => {
    for (const [url, width, height] of [
      [poster, 750, undefined],
      [picture, 750, 600],
      [code, undefined, undefined],
    ] as const) {
      const response = await fetch(new URL(url ?? '', address))
      expect(response.status).toBe(200)
      const size = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect(size.format).toBe('png')
      if (width) expect(size.width).toBe(width)
      if (height) expect(size.height).toBe(height)
    }
  })

  await test.step('an invalid link shows an error', async () => {
    const guest = await openAs()
    await goTo(guest, address, `${CARD}?i=00000000`)
    await expect(guest.getByText('这张名片看不到了')).toBeVisible()
  })
})

test('a blocked user no longer sees the card, until the entry is removed', async ({ openAs, server }) => {
  const { address } = server.current
  const [owner, other] = [await logInAs(address, 'player2'), await logInAs(address, 'player3')]
  const ownerId = owner.logIn.userInfo.userId
  const page = await openAs('player2')
  await goTo(page, address, `${CARD}?id=${other.logIn.userInfo.userId}`)
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByText('加入黑名单').last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '加入黑名单' }).click()
  await expect(seen(page, '已加入黑名单')).toBeVisible()
  await expect(seen(page, '在你的黑名单里')).toBeVisible()
  const read = () => other.call(readPlayerCard, { params: { id: ownerId }, query: {} })
  await expect(read()).rejects.toMatchObject({ status: 404 })

  await goTo(page, address, 'user/pages/user_blacklist/index')
  await expect(seen(page, other.logIn.userInfo.nickname)).toBeVisible()
  await page.getByRole('button', { name: /^移出/ }).first().click()
  await expect(seen(page, '移出成功')).toBeVisible()
  await expect(page.getByText('黑名单是空的')).toBeVisible()
  expect((await read()).card.userId).toBe(ownerId)
})

test('all messages are marked as read at once, and quiet hours are saved', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const { call } = player
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  await confirm(coach, await book(player, offer, await roomFor(offer, { people: [player], length: 2 })))
  expect((await call(unreadCounts, {})).all).toBeGreaterThan(0)
  const page = await openAs('player')
  await goTo(page, address, 'user/pages/user_message/index')
  await page.getByRole('button', { name: /全部已读/ }).click()
  await expect(seen(page, '已标记为已读')).toBeVisible()
  await expect.poll(async () => (await call(unreadCounts, {})).all).toBe(0)
  const query = { current: 1, rows: 100 }
  const { rows } = await call(messagesOfType, { params: { messageType: 'all' }, query })
  expect(rows.every(({ readStatus }) => readStatus === 1)).toBe(true)

  await goTo(page, address, 'user/pages/message_settings/index')
  const quiet = page.getByRole('switch')
  await expect(quiet).not.toBeChecked()
  await quiet.click()
  await expect(seen(page, '设置成功')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('switch')).toBeChecked()
})

test('home finds coaches, venues and games by a word', async ({ openAs, server }) => {
  const { address } = server.current
  const page = await openAs()
  await goTo(page, address, 'pages/home/index')
  await page.getByText('找教练、场馆、球局').click()
  await expect(page).toHaveURL(/user\/pages\/search/)
  const field = page.getByPlaceholder('找教练、场馆、球局').last()
  await field.fill('星湖')
  await expect(seen(page, '星湖网球中心')).toBeVisible()
  await field.fill('没有这样的地方')
  await expect(seen(page, /没有找到/)).toBeVisible()
  await expect(clientOf(address)(unreadCounts, {})).rejects.toMatchObject({ status: 401 })
})
