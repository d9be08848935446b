import { getFullInfo, getInvitation, type Invitation } from '@paidang/api/areas/activities/classes'
import { activeContracts } from '@paidang/api/areas/money/contracts'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { expect, test } from 'vitest'
import { book, cellNames, confirm, firstOf, offerOf, roomFor, type Slot } from '../run/arrange.ts'
import type { MiniProgram } from './harness/mini-program.ts'
import { useProduct } from './harness/product.ts'
import type { ViewNode } from './harness/view.ts'

const VIEW = 'pages/booking_view/index'
const BOOKING = 'pages/bookingClass/index'
const LIST = 'user/pages/user_my_booking/index'
const ADULT = '成人私教 1 对 1'
const PAIR = '双人陪练'

const { launch, logInAs } = useProduct()

const viewOf = (id: string) => `${VIEW}?invitationId=${id}`

/** Waits for the sentence that confirms the end of an action. */
async function isFirstShown(program: MiniProgram, sentence: string): Promise<void> {
  await program.screen.until(sentence, () => program.toasts.includes(sentence))
}

test('a course page shows price, usual times and teachers, and leads to its booking', async () => {
  const { call, logIn } = await logInAs('player')
  const { userId } = logIn.userInfo
  const [record] = await call(coachesOfPlayer, { params: { playerId: userId } })
  if (!record) throw new Error('the player has no coach')
  const [contract] = await call(activeContracts, { params: { userId, x: record.coach.id } })
  if (!contract) throw new Error('the player has no contract with her coach')
  const { courseDesign } = contract

  const program = await launch({
    as: 'player',
    url: `bookingClass/pages/class_info/index?courseDesignId=${courseDesign.id}`,
  })
  const { screen } = program
  await screen.sees(courseDesign.courseName)
  await screen.sees(`¥${courseDesign.pricePerSession / 100} 每课时`)
  await screen.tap({ role: 'radio', text: new RegExp(record.coach.nickname) })
  await screen.tap({ role: 'button', text: '去约课' })
  await screen.isAt(BOOKING)
  await screen.finds({ role: 'button', label: `教练，${record.coach.nickname}` })
  await screen.finds({ role: 'button', label: new RegExp(`^课程合同，${courseDesign.courseName}，`) })
})

test('a request is confirmed from the list of the coach, and the view of the player shows it', async () => {
  const [player, coach] = [await logInAs('player2'), await logInAs('coach2')]
  const offer = await offerOf(coach, player, ADULT)
  const made = await book(player, offer, await roomFor(offer, { people: [player, coach], length: 2 }))

  const program = await launch({ as: 'coach2', url: LIST })
  const card = await program.screen.finds({
    role: 'button',
    label: new RegExp(`^待确认，.*${whenText(made)}.*周子墨`),
  })
  const button = program.screen.all({ role: 'button', text: '确认约课' }).find((node) => isBeside(node, card))
  if (!button) throw new Error('the card has no button to confirm')
  await program.screen.tap(button)
  await isFirstShown(program, outcomes.confirmInvitation.done)
  const info = await coach.call(getInvitation, { params: { id: made.id }, query: {} })
  expect(info.invitationStatus).toBe('CONFIRMED')

  const his = await launch({ as: 'player2', url: viewOf(made.id) })
  await his.screen.sees('教练已确认')
  await his.screen.tap({ role: 'button', text: '取消约课' })
  await his.screen.sees('可免费取消')
  await his.screen.tap({ role: 'button', text: '取消约课', within: { role: 'alertdialog' } })
  await isFirstShown(his, outcomes.cancelInvitation.done)
  await his.screen.sees('你取消了这节课')
})

/** Whether a node is in the card that another node opens. */
function isBeside(node: ViewNode, opener: ViewNode): boolean {
  for (let at = node.parent; at; at = at.parent) if (at === opener.parent) return true
  return false
}

/** Day and time of a class as shown on a card. */
function whenText({ courseDate, beginTimeSlot, endTimeSlot }: Invitation): string {
  return `${monthDotDay(courseDate)} .*${whenOf(beginTimeSlot, endTimeSlot).replace('–', ' 至 ')}`
}

test('a shared class is read-only, and a seat in it is taken', async () => {
  const [player, friend, coach] = [await logInAs('player2'), await logInAs('player3'), await logInAs('coach')]
  const offer = await offerOf(coach, player, PAIR)
  const slots = await roomFor(offer, { people: [player, friend, coach], length: 3 })
  const made = await book(player, offer, slots, { participantsCount: 2, messageToPlayers: '缺一位搭档' })
  await confirm(coach, made)
  const owner = await player.call(getFullInfo, { params: { id: made.id }, query: {} })

  const program = await launch({ as: 'player3', url: `${viewOf(made.id)}&share=${owner.reqUser.shareToken}` })
  const { screen } = program
  await screen.sees('周子墨邀请你一起上课')
  await screen.sees('还有 1 个名额')
  expect(screen.text).not.toContain('缺一位搭档')
  await screen.tap({ role: 'button', text: '参与约课' })
  const sheet = { role: 'dialog', label: '参与约课' }
  await screen.sees('由发起人的合同支付，不占用你的课时')
  await screen.tap({ role: 'button', text: '参与约课', within: sheet })
  await isFirstShown(program, outcomes.joinInvitation.done)
  await screen.sees('球员 2/2 人')
  await screen.sees('缺一位搭档')
})

test('a request is edited on the booking tab, and Back does not lead there again', async () => {
  const [player, coach] = [await logInAs('player'), await logInAs('coach')]
  const offer = await offerOf(coach, player, ADULT)
  const run = firstOf(await roomFor(offer, { people: [player, coach], length: 4 }))
  const slot: Slot = { ...run, endTimeSlot: run.beginTimeSlot + 2 }
  const later: Slot = { ...run, beginTimeSlot: run.beginTimeSlot + 2 }
  const made = await book(player, offer, [slot])

  const program = await launch({ as: 'player' })
  await program.screen.sees(/今天的课/)
  program.goTo(`/${viewOf(made.id)}`)
  const { screen } = program
  await screen.tap({ role: 'button', text: '修改时段' })
  await screen.isAt(BOOKING)
  await screen.sees(`正在修改 `)
  for (const name of cellNames(slot)) await screen.finds({ label: `${name} 已选` })
  await screen.finds({ role: 'button', label: `场馆，${offer.venue.name}` })

  await screen.tap({ role: 'button', label: /^取消选择 / })
  for (const name of cellNames(later)) await screen.tap({ label: `${name} 可约` })
  await screen.tap({ role: 'button', text: '保存修改' })
  await isFirstShown(program, outcomes.editInvitation.done)
  await screen.isAt(VIEW)
  expect(program.page.query.invitationId).toBe(made.id)
  await screen.sees('等待教练确认')
  expect(await player.call(getInvitation, { params: { id: made.id }, query: {} })).toMatchObject({
    courseDate: made.courseDate,
    beginTimeSlot: later.beginTimeSlot,
    endTimeSlot: later.endTimeSlot,
  })
  program.tapTab(1)
  await screen.isAt(BOOKING)
  await program.isQuiet()
  expect(screen.text).not.toContain('正在修改')
  expect(screen.all({ role: 'button', text: '保存修改' })).toEqual([])
})
