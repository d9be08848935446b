import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { type CourtTimeStatus, courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { LIVE_PATH, type LiveClientMessage, type LiveServerMessage } from '@paidang/api/live'
import { cellsAfter } from '@paidang/domain/areas/time/schedule/compact-grid'
import type { Client } from 'pg'
import { WebSocket } from 'ws'
import { bookingBody, freeStudio, studentAt } from './booking-requests.ts'
import { AnswerReader, bytesOf } from './load.ts'
import { quantile, spreadOf, written } from './numbers.ts'
import { clientOf, type Person } from './people.ts'
import type { Product } from './product.ts'
import type { Section } from './report.ts'
import { sized } from './scale.ts'
import { cpuMsOf } from './usage.ts'
import { STUDIO, type World } from './world.ts'

const WATCHERS = sized(1_000, 10)
const BOOKINGS = sized(10, 1)
const REPEATS = sized(3, 1)
const GOAL_MS = 300
/** Between two bookings everybody has the grid. */
const PAUSE_MS = sized(1_000, 100)
const PATIENCE_MS = 60_000

/**
 * Measures how long after a booking's answer people who look at its grid have the grid with it. They are as the app is:
 * each has a live connection, and takes the grid from the message about a change, or reads it where it cannot.
 *
 * @throws Error where a watcher's grid stays as it was, or in the end is not what a read gives
 */
export async function measureWatchers(
  product: Product,
  db: Client,
  { world, students }: { world: World; students: readonly Person[] },
): Promise<Section> {
  await freeStudio(db)
  const body = bookingBody(world, 0)
  const watchers = await Promise.all(
    Array.from({ length: WATCHERS }, (_, at) => openWatcher(product, students[at % students.length] as Person, body)),
  )
  // The first booking finds code that was never run.
  await bookOnce(0)
  const rounds: { p95: number; cpuMs: number | undefined }[] = []
  for (let round = 0; round < REPEATS; round++) {
    const before = cpuMsOf(product.pid)
    const late: number[] = []
    for (let n = 0; n < BOOKINGS; n++) late.push(...(await bookOnce(1 + round * BOOKINGS + n)))
    const after = cpuMsOf(product.pid)
    late.sort((a, b) => a - b)
    const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / late.length
    rounds.push({ p95: quantile(late, 0.95), cpuMs })
  }
  const read = await Promise.all(watchers.map((watcher) => watcher.read()))
  if (watchers.some(({ shown }, at) => !isSame(shown(), read[at])))
    throw new Error('a watcher shows what a read denies')
  for (const watcher of watchers) watcher.close()
  const p95 = spreadOf(rounds.map((one) => one.p95))
  return {
    heading: `A grid that ${WATCHERS.toLocaleString('en')} people look at, ${BOOKINGS} bookings × ${REPEATS}`,
    rows: [
      {
        what: 'p95 from the answer to a booking until a watcher has the grid with it, ms',
        value: written(p95),
        goal: `≤ ${GOAL_MS}`,
        met: p95.median <= GOAL_MS,
      },
      {
        what: '… CPU of the server for each watcher, ms',
        value: written(spreadOf(rounds.flatMap((one) => one.cpuMs ?? [])), 3),
      },
    ],
  }

  /**
   * Milliseconds after its answer, for each watcher. Each booking takes an hour of another court of their venue. Where their
   * coach was taken too, the next court of that hour would change nothing that they see.
   */
  async function bookOnce(n: number): Promise<number[]> {
    const others = STUDIO.courtsPerVenue - 1
    const at = Math.floor(n / others) * STUDIO.places + 1 + (n % others)
    const before = watchers.map((watcher) => watcher.shown())
    const all = Promise.all(watchers.map((watcher) => watcher.nextGrid()))
    await clientOf(product.address, studentAt(students, at).token)(createByPlayer, { body: bookingBody(world, at) })
    const answeredAt = performance.now()
    const times = await all
    if (watchers.some(({ shown }, index) => isSame(shown(), before[index])))
      throw new Error('a watcher was told of a booking, and has the grid without it')
    await sleep(PAUSE_MS)
    return times.map((time) => Math.max(0, time - answeredAt))
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Watcher = {
  /** When it next has another grid after a change, by `performance.now()`. */
  nextGrid(): Promise<number>
  shown(): CourtTimeStatus[]
  read(): Promise<CourtTimeStatus[]>
  close(): void
}

/** Somebody whose app shows a grid. */
async function openWatcher(
  { address }: Product,
  { token }: Person,
  { coachId, stadiumId, courseDate: date }: ReturnType<typeof bookingBody>,
): Promise<Watcher> {
  const { method, path } = courtStatusForPlayer
  const question = bytesOf({ method, path, token, body: { coachId, stadiumId, date } })
  const { hostname, port } = new URL(address)
  const reads = connect({ host: hostname, port: Number(port), noDelay: true })
  const answered: ((cells: CourtTimeStatus[]) => void)[] = []
  const reader = new AnswerReader((status, body) => {
    if (status !== 200) throw new Error(`a grid was refused with ${status}`)
    answered.shift()?.(JSON.parse(body()).data)
  })
  reads.on('data', (chunk) => reader.read(chunk))
  const read = () =>
    new Promise<CourtTimeStatus[]>((resolve) => {
      answered.push(resolve)
      reads.write(question)
    })

  let shown = await read()
  let tell: ((at: number) => void) | undefined
  const show = (cells: CourtTimeStatus[]) => {
    shown = cells
    tell?.(performance.now())
    tell = undefined
  }

  const live = new WebSocket(`${address.replace('http', 'ws')}/aaapi${LIVE_PATH}`)
  const send = (message: LiveClientMessage) => live.send(JSON.stringify(message))
  const watching = new Promise<void>((resolve, reject) => {
    live.on('error', reject)
    live.on('close', (code) => reject(new Error(`a live connection was closed with ${code}`)))
    live.on('open', () => send({ type: 'hello', token }))
    live.on('message', (data) => {
      const message = JSON.parse(String(data)) as LiveServerMessage
      if (message.type === 'welcome') send({ type: 'watch', topics: [{ kind: 'grid', stadiumId, coachId, date }] })
      if (message.type === 'watching') resolve()
      if (message.type !== 'changed') return
      const cells = message.grid && cellsAfter(shown, message.grid, date)
      if (cells) show(cells)
      else void read().then(show)
    })
  })
  await watching
  return {
    nextGrid: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`a watcher heard nothing in ${PATIENCE_MS} ms`)), PATIENCE_MS)
        tell = (at) => {
          clearTimeout(timer)
          resolve(at)
        }
      }),
    shown: () => shown,
    read,
    close() {
      live.terminate()
      reads.destroy()
    },
  }
}
