import { createByPlayer } from '@paidang/api/areas/class-actions'
import { contractsOfUser } from '@paidang/api/areas/contracts'
import { coachesOfPlayer } from '@paidang/api/areas/relations'
import { halfHourOf } from '@paidang/domain/kernel/half-hour'
import { expect, test } from 'vitest'
import type { MiniProgram } from './harness/mini-program.ts'
import { useProduct } from './harness/product.ts'

const BOOKING = 'pages/bookingClass/index'
const JUST_TAKEN = '该时段刚被约走，请重选'
const A_SECOND = 1_000
/** Three connections that fail take about three seconds, and then the version is asked for every five. */
const POLLING_MS = 15_000

const { launch, logInAs } = useProduct()

type Cell = { label: string; court: string; begin: string; end: string }

/** Goes to a day of the strip with room; answers it with its first free cell. */
async function chooseFreeCell(program: MiniProgram, nth: number): Promise<{ day: string; cell: Cell }> {
  const { screen } = program
  const open = () => screen.all({ id: /^day-/, label: /可约 \d{2,} 格$/ })
  await screen.until('the strip tells what is free', () => open().length > nth)
  const node = open()[nth]
  if (!node) throw new Error('no day is open')
  await screen.tap(node)
  await program.isQuiet()
  const day = node.word('id').slice('day-'.length)
  const [cell] = screen.all({ label: /可约$/ }).flatMap((one) => {
    const label = one.word('aria-label')
    const [, court, begin, end] = /^(.+) (\d\d:\d\d) 至 (\d\d:\d\d) 可约$/.exec(label) ?? []
    return court && begin && end ? [{ label, court, begin, end }] : []
  })
  if (!cell) throw new Error('nothing is free')
  return { day, cell }
}

/** Another player of the same coach books that cell. */
async function bookAs(username: string, { day, cell }: { day: string; cell: Cell }): Promise<void> {
  const { call, logIn } = await logInAs(username)
  const { userId } = logIn.userInfo
  const [record] = await call(coachesOfPlayer, { params: { playerId: userId } })
  const stadium = record?.stadiums[0]
  if (!record || !stadium) throw new Error('the player has no coach')
  const contracts = await call(contractsOfUser, { params: { userId } })
  const contract = contracts.find(({ courseDesign }) => record.courseIds.includes(courseDesign.id))
  const beginTimeSlot = halfHourOf(cell.begin)
  await call(createByPlayer, {
    body: {
      coachId: record.coach.id,
      courseDesignId: contract?.courseDesign.id ?? record.courseIds[0] ?? '',
      stadiumId: stadium.id,
      selectedCourt: stadium.courts.findIndex(({ name }) => name === cell.court),
      courseDate: day,
      beginTimeSlot,
      endTimeSlot: beginTimeSlot + 1,
    },
  })
}

test('a chosen half-hour that another books is told within a second, over the one connection', async () => {
  const program = await launch({ as: 'player2', url: BOOKING })
  const wanted = await chooseFreeCell(program, 3)
  await program.screen.tap({ label: wanted.cell.label })
  await program.isQuiet()
  await bookAs('player3', wanted)
  await program.screen.until('it is told', () => program.toasts.includes(JUST_TAKEN), A_SECOND)
  const { court, begin, end } = wanted.cell
  await program.screen.finds({ label: `${court} ${begin} 至 ${end} 冲突已选` })
  expect(program.sockets.wires.map(({ url, closeCode }) => [url, closeCode])).toEqual([
    ['ws://127.0.0.1:8080/aaapi/live', undefined],
  ])
  expect(program.network.sentTo('/player-home/courtStatusVersion')).toEqual([])
})

test('where no connection comes about the grid asks for its version', async () => {
  const program = await launch({ as: 'player2', url: BOOKING })
  program.sockets.isAllowed = false
  const wanted = await chooseFreeCell(program, 4)
  await program.screen.tap({ label: wanted.cell.label })
  // A connection that stood before is cut.
  program.sockets.cut()
  const asked = () => program.network.sentTo('/player-home/courtStatusVersion').filter(({ status }) => status === 200)
  await program.screen.until('the version is asked for', () => asked().length > 1, POLLING_MS)
  await bookAs('player3', wanted)
  await program.screen.until('it is told', () => program.toasts.includes(JUST_TAKEN), POLLING_MS)
}, 60_000)

test('in the background there is no connection, and on the way back what happened meanwhile is shown', async () => {
  const program = await launch({ as: 'player2', url: BOOKING })
  const wanted = await chooseFreeCell(program, 5)
  await program.screen.tap({ label: wanted.cell.label })
  await program.isQuiet()
  program.hide()
  await program.screen.until(
    'it is closed',
    () => program.sockets.wires.every(({ closeCode }) => closeCode === 1000),
    2_000,
  )
  await bookAs('player3', wanted)
  program.show()
  await program.screen.until('it is told', () => program.toasts.includes(JUST_TAKEN), 3_000)
  await program.screen.until('it is connected again', () => program.sockets.wires.length === 2, 3_000)
})
