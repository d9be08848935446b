import { joinInvitation } from '@paidang/api/areas/activities/class-actions'
import { getFullInfo } from '@paidang/api/areas/activities/classes'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import {
  beginOf,
  book,
  confirm,
  contractOf,
  firstOf,
  grantHours,
  hoursOf,
  movesOf,
  offerOf,
  roomFor,
} from '../run/arrange.ts'
import { minutesAfter } from '../run/clock.ts'
import { logInAs } from '../run/people.ts'
import { hoursBar, openClass, openContract, seen, stateOf } from './class-page.ts'
import { expect, test } from './journey.ts'

const ADULT = '成人私教 1 对 1'
const PAIR = '双人陪练'
const REFINE = '一对一技术精修'

test('for a request without a contract the coach makes one, sees its cost, and confirms', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, solo] = [await logInAs(address, 'player'), await logInAs(address, 'solo')]
  const offer = await offerOf(solo, player, REFINE)
  const made = await book(player, offer, await roomFor(offer, { people: [player, solo], length: 2 }))
  expect(made.needContract).toBe(true)

  const hers = await openAs('player')
  await openClass(hers, server.current, made.id)
  await expect(stateOf(hers)).toHaveText('等待教练缔约')

  const page = await openAs('solo')
  await openClass(page, server.current, made.id)
  await expect(stateOf(page)).toHaveText('林知夏想约你的课')
  await expect(page.getByRole('button', { name: '确认约课' })).toHaveCount(0)
  await page.getByRole('button', { name: '缔约' }).last().click()
  const sheet = page.getByRole('dialog', { name: '缔约' })
  await expect(sheet.getByRole('radio', { name: /^开新合同/ })).toBeChecked()
  await expect(sheet).toContainText('¥520 × 1 课时')
  await sheet.getByRole('button', { name: '5 课时', exact: true }).click()
  await expect(sheet).toContainText('¥520 × 5 课时')
  await expect(sheet).toContainText('¥2,600')
  await expect(sheet).toContainText('缔约后可用 4 课时，这节课预占 1')
  await sheet.getByRole('button', { name: '确认缔约' }).click()
  await expect(seen(page, '缔约成功')).toBeVisible()
  // The player's page stays open and is notified.
  await expect(stateOf(hers)).toHaveText('等待教练确认')
  await page.getByRole('button', { name: '确认约课' }).click()
  await expect(seen(page, '确认约课成功')).toBeVisible()
  await expect(stateOf(page)).toContainText('开课')
  await expect(stateOf(hers)).toContainText('开课')

  const contracts = await player.call(contractsOfUser, { params: { userId: player.logIn.userInfo.userId } })
  const contract = contracts.find(({ courseDesign }) => courseDesign.courseName === REFINE)
  if (!contract) throw new Error('the player has no contract with the coach')
  await openContract(hers, server.current, { contract })
  await expect(hoursBar(hers, [5, 4, 1, 0])).toBeVisible()
  await expect(hers.getByRole('listitem')).toHaveCount(2)
  await expect(hers.getByRole('listitem').first()).toContainText('−1')
  await expect(hers.getByRole('listitem').last()).toContainText('购入 5 课时')
})

test('when the coach cancels, the page says that it costs the student nothing, and the hours are free again', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player2'), await logInAs(address, 'coach2')]
  const offer = await offerOf(coach, player, ADULT)
  const slots = await roomFor(offer, { people: [player, coach], length: 2 })
  const contract = await grantHours(coach, player, { offer, slot: firstOf(slots), sessions: 2 })
  const made = await book(player, offer, slots)
  await confirm(coach, made)
  expect(await hoursOf(player, contract.id)).toEqual([2, 1, 1, 0])

  const his = await openAs('player2')
  await openClass(his, server.current, made.id)
  const page = await openAs('coach2')
  await openClass(page, server.current, made.id)
  await page.getByRole('button', { name: '取消', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('教练取消不扣学员课时')
  await expect(dialog).toContainText('退回学员课时+1')
  // A coach must give a reason.
  await dialog.getByRole('button', { name: '取消约课' }).click()
  await expect(seen(page, '请选择取消原因')).toBeVisible()
  await dialog.getByRole('button', { name: '场地或天气原因' }).click()
  await dialog.getByRole('button', { name: '取消约课' }).click()
  await expect(seen(page, '取消约课成功')).toBeVisible()
  await expect(stateOf(page)).toHaveText('你取消了这节课')
  await expect(stateOf(his)).toHaveText('教练取消了这节课')
  await expect(seen(his, /取消，原因：场地或天气原因/)).toBeVisible()
  expect(await movesOf(player, made.id)).toEqual(['HOLD 1', 'VOID 1'])
  // Hours that came back are usable for 30 days, so the contract may end later than it did.
  await openContract(his, server.current, { contract: await contractOf(player, contract.id) })
  await expect(hoursBar(his, [2, 2, 0, 0])).toBeVisible()
})

test('attendance is signed for each player, the class is completed, and player and coach read the same statement', async ({
  openAs,
  server,
}) => {
  const { made, contract } = await arrangePair(server.current.address)
  await server.restartAt(minutesAfter(beginOf(made), 5))
  const { address } = server.current
  const player = await logInAs(address, 'player2')

  const page = await openAs('coach')
  await openClass(page, server.current, made.id)
  await expect(stateOf(page)).toHaveText('正在上课')
  await page.getByRole('button', { name: '为学员签到' }).click()
  const sheet = page.getByRole('dialog', { name: '为学员签到' })
  const attendance = (name: string) => sheet.getByRole('radiogroup', { name: `${name}的签到` })
  for (const name of ['周子墨', '许念安']) {
    await expect(attendance(name).getByRole('radio', { name: '到场' })).toBeChecked()
  }
  await attendance('周子墨').getByRole('radio', { name: '迟到' }).click()
  await attendance('许念安').getByRole('radio', { name: '缺席' }).click()
  await expect(sheet).toContainText('消课 1，完成约课时生效')
  await sheet.getByRole('button', { name: '确认签到' }).click()
  await expect(seen(page, '签到已保存')).toBeVisible()
  expect(await hoursOf(player, contract.id)).toEqual([3, 2, 1, 0])

  await page.getByRole('button', { name: '完成约课' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('按签到结果扣减课时')
  await expect(dialog).toContainText('周子墨迟到，消课 1')
  await expect(dialog).toContainText('许念安缺席，不占课时')
  await dialog.getByRole('button', { name: '完成约课' }).click()
  await expect(seen(page, '完成约课成功')).toBeVisible()
  await expect(stateOf(page)).toHaveText('这节课已完成')
  const info = await player.call(getFullInfo, { params: { id: made.id }, query: {} })
  expect(info.responsePlayers.map(({ responderName, attendance }) => [responderName, attendance])).toEqual([
    ['周子墨', 'late'],
    ['许念安', 'absent'],
  ])

  const { userId } = player.logIn.userInfo
  await openContract(page, server.current, { contract, userId })
  await expect(hoursBar(page, [3, 2, 0, 1])).toBeVisible()
  const his = await openAs('player2')
  await openContract(his, server.current, { contract })
  await expect(hoursBar(his, [3, 2, 0, 1])).toBeVisible()
  const rows = his.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('消 1')
  await expect(rows.nth(0)).toContainText('可用 2')
  await expect(rows.nth(1)).toContainText('预占')
  await expect(rows.nth(2)).toContainText('购入 3 课时')
  await expect(page.getByRole('listitem')).toHaveText(await rows.allTextContents())
})

/** A class of coach for two players. player2 pays with a separate contract. player3 has the second seat. */
async function arrangePair(address: string) {
  const [player, friend, coach] = [
    await logInAs(address, 'player2'),
    await logInAs(address, 'player3'),
    await logInAs(address, 'coach'),
  ]
  const offer = await offerOf(coach, player, PAIR)
  const slots = await roomFor(offer, { people: [player, friend, coach], length: 3 })
  const { id: contractId } = await grantHours(coach, player, { offer, slot: firstOf(slots), sessions: 3 })
  const made = await book(player, offer, slots, { participantsCount: 2 })
  await confirm(coach, made)
  const { reqUser } = await player.call(getFullInfo, { params: { id: made.id }, query: {} })
  const params = { a: made.id, b: friend.logIn.userInfo.userId }
  await friend.call(joinInvitation, { params, body: { share: reqUser.shareToken ?? '' } })
  const contract = await contractOf(player, contractId)
  expect(await hoursOf(player, contractId)).toEqual([3, 2, 1, 0])
  return { made, contract }
}
