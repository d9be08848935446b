import { getFullInfo } from '@paidang/api/areas/classes'
import { activeContracts } from '@paidang/api/areas/contracts'
import { type CoachRecord, coachesOfPlayer } from '@paidang/api/areas/relations'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { halfHourOf } from '@paidang/domain/kernel/half-hour'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../run/people.ts'
import type { MiniProgram } from './harness/mini-program.ts'
import { useProduct } from './harness/product.ts'
import { fieldOf } from './harness/screen.ts'
import { textOf, type ViewNode } from './harness/view.ts'

const BOOKING = 'pages/bookingClass/index'
const BOOKING_TAB = 1
/** Long enough to tell the first tap from the last, short enough for any contract. */
const RUN = 3
const KB = 1024
const MAX_CALL_BYTES = 1024 * KB
const MAX_FIRST_RENDER_BYTES = 256 * KB
const MAX_TAP_BYTES = 8 * KB

const { launch, logInAs } = useProduct()

test('a player logs in by typing and books a class by taps', async () => {
  const program = await launch({ url: 'pages/login/index' })
  const { screen } = program
  await screen.type(fieldOf('账号'), 'player')
  await screen.type(fieldOf('密码'), PASSWORD)
  await screen.tap({ role: 'button', text: '登录' })
  await screen.sees('请先阅读并同意')
  await screen.tap({ role: 'checkbox' })
  await screen.tap({ role: 'button', text: '登录' })
  await screen.isAt('pages/home/index')

  program.tapTab(BOOKING_TAB)
  await screen.finds({ role: 'grid' })
  const { coach, venue, availableSessions } = await payableChoice()
  await choose(program, '教练', coach.coach.nickname)
  await choose(program, '场馆', venue.name)
  const day = await chooseOpenDay(program)
  const [first, last] = freeRun(program)
  await screen.tap(first.node)
  await screen.finds({ label: `${first.court} ${first.begin} 至 ${first.end} 已选` })
  await screen.tap({ label: `${last.court} ${last.begin} 至 ${last.end} 可约` })
  await screen.sees(`已选择${RUN}个时间段`)
  await screen.tap({ role: 'button', text: '确认约课' })

  await screen.isAt('pages/booking_view/index')
  await screen.sees('待确认')
  await screen.sees('等待教练确认')
  expect(program.toasts.at(-1)).toBe(outcomes.createInvitation.done)

  const { call } = await logInAs('player')
  const info = await call(getFullInfo, { params: { id: program.page.query.invitationId ?? '' }, query: {} })
  expect(info.invitation).toMatchObject({
    invitationStatus: 'PENDING',
    coachId: coach.coach.id,
    stadiumId: venue.id,
    courtName: first.court,
    courseDate: day,
    beginTimeSlot: halfHourOf(first.begin),
    endTimeSlot: halfHourOf(last.end),
    needContract: false,
  })
  await screen.sees(venue.name)
  const after = await payableChoice(coach.coach.id)
  expect(after.availableSessions).toBe(availableSessions - info.invitation.consumedSessions)

  // What was booked stands in the grid as one's own, and leads back to its class.
  program.goBack()
  await screen.isAt(BOOKING)
  const own = { label: `${first.court} ${first.begin} 至 ${first.end} 我的约课` }
  await screen.tap(await screen.finds(own))
  await screen.isAt('pages/booking_view/index')
  expect(program.page.query.invitationId).toBe(info.invitation.id)
})

test('a tap on a cell of another court tells the rule and keeps what was chosen', async () => {
  const program = await launch({ as: 'player', url: BOOKING })
  await chooseOpenDay(program)
  const [first] = freeRun(program)
  await program.screen.tap(first.node)
  const other = freeCells(program).find(({ court }) => court !== first.court)
  if (!other) throw new Error('only one court is free')
  await program.screen.tap(other.node)
  await program.screen.until('the rule is told', () => program.toasts.includes('请选择同一片场地的时间段'))
  await program.screen.finds({ label: `${first.court} ${first.begin} 至 ${first.end} 已选` })
})

describe('what goes over the bridge', () => {
  test('opening the grid stays below 256 KB in all, and no call is above 1 MB', async () => {
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

  test('a tap on a cell stays below 8 KB, and touches only the grid and the bar', async () => {
    const program = await launch({ as: 'player', url: BOOKING })
    await chooseOpenDay(program)
    const [first, last] = freeRun(program)
    for (const { node } of [first, last]) {
      const before = program.setData.length
      await program.screen.tap(node)
      await program.isQuiet()
      const calls = program.setData.slice(before)
      expect(calls.map(({ by }) => by)).toContain('custom-wrapper')
      expect(sumOf(calls)).toBeLessThan(MAX_TAP_BYTES)
    }
  })
})

/** A coach and a venue for which the player has the hours, and how many. */
async function payableChoice(coachId?: string) {
  const { call, logIn } = await logInAs('player')
  const { userId } = logIn.userInfo
  const coaches: CoachRecord[] = await call(coachesOfPlayer, { params: { playerId: userId } })
  for (const coach of coaches.filter((record) => coachId === undefined || record.coach.id === coachId)) {
    const [contract] = await call(activeContracts, { params: { userId, x: coach.coach.id } })
    const [venue] = coach.stadiums
    if (contract && venue && contract.availableSessions >= RUN) {
      return { coach, venue, availableSessions: contract.availableSessions }
    }
  }
  throw new Error('the player has no hours with anybody')
}

/** Chooses by the card of this name and its sheet. */
async function choose(program: MiniProgram, card: string, name: string): Promise<void> {
  const { screen } = program
  await screen.tap({ role: 'button', label: new RegExp(`^${card}，`) })
  const sheet = { role: 'dialog', label: `选择${card}` }
  await screen.tap({ role: 'radio', text: new RegExp(name), within: sheet })
  // Some sheets take the choice at once, some ask for a press on their button.
  const [take] = screen.all({ role: 'button', text: /^选定/, within: sheet })
  if (take) await screen.tap(take)
  await screen.finds({ role: 'button', label: `${card}，${name}` })
  await screen.until('the sheet is gone', () => screen.all({ role: 'dialog' }).length === 0)
}

/** Goes to a day of the strip with room and without a class of one's own; answers it as yyyy-mm-dd. */
async function chooseOpenDay(program: MiniProgram): Promise<string> {
  const { screen } = program
  const open = () =>
    screen.all({ id: /^day-/, label: /可约 \d{2,} 格$/ }).filter((node) => !/明天|今天/.test(textOf(node)))
  await screen.until('the strip tells what is free', () => open().length > 0)
  const day = open()[0]
  if (!day) throw new Error('no day is open')
  await screen.tap(day)
  const date = day.word('id').slice('day-'.length)
  const answered = () =>
    program.network
      .sentTo('/player-home/courtStatusBy')
      .some(({ body, status }) => body?.includes(date) && status === 200)
  await screen.until('the grid of the day is there', answered)
  await program.isQuiet()
  return date
}

type Cell = { node: ViewNode; court: string; begin: string; end: string }

/** The cells that can be chosen, row by row. */
function freeCells({ screen }: MiniProgram): Cell[] {
  return screen.all({ label: /可约$/ }).flatMap((node) => {
    const [, court, begin, end] = /^(.+) (\d\d:\d\d) 至 (\d\d:\d\d) 可约$/.exec(node.word('aria-label')) ?? []
    return court && begin && end ? [{ node, court, begin, end }] : []
  })
}

/** The first and the last cell of a run on one court that is free from end to end. */
function freeRun(program: MiniProgram): [Cell, Cell] {
  const cells = freeCells(program)
  for (const first of cells) {
    let last: Cell | undefined = first
    for (let length = 1; length < RUN && last; length += 1) {
      const { court, end }: Cell = last
      last = cells.find((cell) => cell.court === court && cell.begin === end)
    }
    if (last) return [first, last]
  }
  throw new Error(`no court is free for ${RUN} half-hours`)
}

function sumOf(calls: readonly { bytes: number }[]): number {
  return calls.reduce((sum, { bytes }) => sum + bytes, 0)
}
