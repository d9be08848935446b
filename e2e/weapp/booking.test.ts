import { getFullInfo } from '@paidang/api/areas/activities/classes'
import { activeContracts } from '@paidang/api/areas/money/contracts'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { describe, expect, test } from 'vitest'
import { cellNames, firstOf, type Offer, offerOf, roomFor, type Someone } from '../run/arrange.ts'
import { PASSWORD } from '../run/people.ts'
import { openGrid } from './harness/grid.ts'
import { useProduct } from './harness/product.ts'
import { fieldOf } from './harness/screen.ts'

const BOOKING = 'pages/bookingClass/index'
const BOOKING_TAB = 1
/** Long enough for different first and last taps, short enough for any contract. */
const RUN = 3
const KB = 1024
const MAX_CALL_BYTES = 1024 * KB
const MAX_FIRST_RENDER_BYTES = 256 * KB
const MAX_TAP_BYTES = 8 * KB

const { launch, logInAs } = useProduct()

test('a player logs in by typing and books a class by taps', async () => {
  const program = await launch({ url: 'pages/login/index' })
  const { screen } = program
  await screen.tap({ role: 'button', text: '用账号登录' })
  await screen.type(fieldOf('账号'), 'player')
  await screen.type(fieldOf('密码'), PASSWORD)
  await screen.tap({ role: 'button', text: '登录' })
  await screen.sees('请先阅读并同意')
  await screen.tap({ role: 'checkbox' })
  await screen.tap({ role: 'button', text: '登录' })
  await screen.isAt('pages/home/index')

  program.tapTab(BOOKING_TAB)
  await screen.finds({ role: 'grid' })
  const { player, offer, slot, names } = await arrange()
  const before = await hoursWith(player, offer)
  await openGrid(program, { offer, slot })
  const [first, last] = [names[0], names.at(-1)]
  await screen.tap({ label: `${first} 可约` })
  await screen.finds({ label: `${first} 已选` })
  await screen.tap({ label: `${last} 可约` })
  await screen.sees(`已选择${RUN}个时间段`)
  await screen.tap({ role: 'button', text: '确认约课' })

  await screen.isAt('pages/booking_view/index')
  await screen.sees('待确认')
  await screen.sees('等待教练确认')
  expect(program.toasts.at(-1)).toBe(outcomes.createInvitation.done)

  const info = await player.call(getFullInfo, { params: { id: program.page.query.invitationId ?? '' }, query: {} })
  expect(info.invitation).toMatchObject({
    invitationStatus: 'PENDING',
    coachId: offer.coachId,
    stadiumId: offer.venue.id,
    courtName: slot.courtName,
    courseDate: slot.courseDate,
    beginTimeSlot: slot.beginTimeSlot,
    endTimeSlot: slot.endTimeSlot,
    needContract: false,
  })
  await screen.sees(offer.venue.name)
  expect(await hoursWith(player, offer)).toBe(before - info.invitation.consumedSessions)

  // The grid shows the booking as the player's own, and leads back to its class.
  program.goBack()
  await screen.isAt(BOOKING)
  const own = { label: `${first} 我的约课` }
  await screen.tap(await screen.finds(own))
  await screen.isAt('pages/booking_view/index')
  expect(program.page.query.invitationId).toBe(info.invitation.id)
})

test('a tap on a cell of another court shows the rule and keeps the selection', async () => {
  const { offer, slot, names } = await arrange()
  const program = await launch({ as: 'player', url: BOOKING })
  await openGrid(program, { offer, slot })
  await program.screen.tap({ label: `${names[0]} 可约` })
  const [other] = program.screen.all({ label: new RegExp(`^(?!${slot.courtName} ).+ 可约$`) })
  if (!other) throw new Error('only one court is free')
  await program.screen.tap(other)
  await program.screen.until('the rule is told', () => program.toasts.includes('请选择同一片场地的时间段'))
  await program.screen.finds({ label: `${names[0]} 已选` })
})

describe('the data over the bridge', () => {
  test('are below 256 KB in all when the grid opens, and below 1 MB for each call', async () => {
    const program = await launch({ as: 'player' })
    program.tapTab(BOOKING_TAB)
    await program.screen.finds({ role: 'grid' })
    await program.isQuiet()
    const calls = program.setData.filter(({ route }) => route === BOOKING)
    expect(sumOf(calls)).toBeGreaterThan(KB)
    expect(sumOf(calls)).toBeLessThan(MAX_FIRST_RENDER_BYTES)

    for (const route of program.package.routes) {
      program.goTo(`/${route}`)
      await program.isQuiet()
    }
    for (const { bytes } of program.setData) expect(bytes).toBeLessThanOrEqual(MAX_CALL_BYTES)
  })

  test('are below 8 KB for a tap on a cell, and touch only the grid and the bar', async () => {
    const { offer, slot, names } = await arrange()
    const program = await launch({ as: 'player', url: BOOKING })
    await openGrid(program, { offer, slot })
    for (const name of [names[0], names.at(-1)]) {
      const before = program.setData.length
      await program.screen.tap({ label: `${name} 可约` })
      await program.isQuiet()
      const calls = program.setData.slice(before)
      expect(calls.map(({ by }) => by)).toContain('custom-wrapper')
      expect(sumOf(calls)).toBeLessThan(MAX_TAP_BYTES)
    }
  })
})

/** A run that is free for the player and their coach, and its half-hours in the text of the grid. */
async function arrange() {
  const [player, coach] = [await logInAs('player'), await logInAs('coach')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const slot = firstOf(await roomFor(offer, { people: [player, coach], length: RUN }))
  return { player, offer, slot, names: cellNames(slot) }
}

/** The hours that the player has left with a coach. */
async function hoursWith({ call, logIn }: Someone, { coachId }: Offer): Promise<number> {
  const contracts = await call(activeContracts, { params: { userId: logIn.userInfo.userId, x: coachId } })
  return contracts.reduce((sum, { availableSessions }) => sum + availableSessions, 0)
}

function sumOf(calls: readonly { bytes: number }[]): number {
  return calls.reduce((sum, { bytes }) => sum + bytes, 0)
}
