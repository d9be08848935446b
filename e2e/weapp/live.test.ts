import { expect, test } from 'vitest'
import { book, cellNames, firstOf, offerOf, roomFor } from '../run/arrange.ts'
import { openGrid } from './harness/grid.ts'
import { useProduct } from './harness/product.ts'

const BOOKING = 'pages/bookingClass/index'
const JUST_TAKEN = '该时段刚被约走，请重选'
const A_SECOND = 1_000
/** Three failing connections take about three seconds. Then the version is requested every five seconds. */
const POLLING_MS = 15_000

const { launch, logInAs } = useProduct()

/**
 * A half-hour that is free for two players of one coach. The first chooses it on their phone, the second can book it.
 */
async function arrange() {
  const [player, rival, coach] = [await logInAs('player2'), await logInAs('player3'), await logInAs('coach2')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const slot = firstOf(await roomFor(offer, { people: [player, rival, coach], length: 1 }))
  return { offer, slot, name: cellNames(slot)[0], rivalBooks: () => book(rival, offer, [slot]) }
}

test('a chosen half-hour that another player books is shown within a second, over the one connection', async () => {
  const arranged = await arrange()
  const program = await launch({ as: 'player2', url: BOOKING })
  await openGrid(program, arranged)
  await program.screen.tap({ label: `${arranged.name} 可约` })
  await program.isQuiet()
  await arranged.rivalBooks()
  await program.screen.until('it is told', () => program.toasts.includes(JUST_TAKEN), A_SECOND)
  await program.screen.finds({ label: `${arranged.name} 冲突已选` })
  expect(program.sockets.wires.map(({ url, closeCode }) => [url, closeCode])).toEqual([
    ['ws://127.0.0.1:8080/aaapi/live', undefined],
  ])
  expect(program.network.sentTo('/player-home/courtStatusVersion')).toEqual([])
})

test('without a connection the grid asks for its version', async () => {
  const arranged = await arrange()
  const program = await launch({ as: 'player2', url: BOOKING })
  program.sockets.isAllowed = false
  await openGrid(program, arranged)
  await program.screen.tap({ label: `${arranged.name} 可约` })
  // Cuts a connection from before.
  program.sockets.cut()
  const asked = () => program.network.sentTo('/player-home/courtStatusVersion').filter(({ status }) => status === 200)
  await program.passTime(POLLING_MS)
  expect(asked().length).toBeGreaterThan(1)
  await arranged.rivalBooks()
  await program.passTime(POLLING_MS)
  expect(program.toasts).toContain(JUST_TAKEN)
})

test('in the background there is no connection, and after the return missed changes are shown', async () => {
  const arranged = await arrange()
  const program = await launch({ as: 'player2', url: BOOKING })
  await openGrid(program, arranged)
  await program.screen.tap({ label: `${arranged.name} 可约` })
  await program.isQuiet()
  program.hide()
  await program.screen.until(
    'it is closed',
    () => program.sockets.wires.every(({ closeCode }) => closeCode === 1000),
    2_000,
  )
  await arranged.rivalBooks()
  program.show()
  await program.screen.until('it is told', () => program.toasts.includes(JUST_TAKEN), 3_000)
  await program.screen.until('it is connected again', () => program.sockets.wires.length === 2, 3_000)
})
