// A process of its own that sends what people do, at a steady rate whether or not the product keeps up. Its parent names
// the rates and hears what was answered. Used by scripts/load.test.mjs.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listBalls } from '@paidang/api/areas/activities/balls'
import { cancelByPlayer, createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { agenda, getFullInfo, pageOfUser } from '@paidang/api/areas/activities/classes'
import { messagesOfType, unreadCounts } from '@paidang/api/areas/ground/messages'
import { h5Login } from '@paidang/api/areas/people/auth'
import { searchVenues } from '@paidang/api/areas/places/venues'
import { courtStatusForPlayer, dayMarks } from '@paidang/api/areas/time/schedule'
import { homeStart } from '@paidang/api/areas/views/home'
import { pathOf } from '@paidang/api/client'
import type { Endpoint } from '@paidang/api/endpoint'
import { bookingBody, LESSONS_PER_DAY } from './booking-requests.ts'
import { drawQuestions, keyFrom } from './grid-requests.ts'
import { AnswerReader, bytesOf } from './load.ts'
import { below, quantile, randomFrom } from './numbers.ts'
import type { Person } from './people.ts'
import { DAYS, PASSWORD, STUDIO, usernameOf, type World } from './world.ts'

/** What the parent says first. `classId` is a class of the person. There is one student for each place of the studio. */
type Start = { address: string; world: World; readers: (Person & { classId: string })[]; students: Person[] }
/** A rate for some time, and in how many parts it is told. */
type Phase = { rate: number; seconds: number; parts: number }
/** What came of one part. Milliseconds count from the moment at which a request was due, of what was answered with 2xx. */
type Part = {
  due: number
  sent: number
  /** By `<kind> <status>`. The status of a broken connection is `broken`. */
  answers: Record<string, number>
  /** 503 without Retry-After. */
  withoutTime: number
  latencies: number[]
}
type Shot = { kind: string; bytes: Buffer; onEnd?: (status: number, body: () => string) => void }
type Due = { shot: Shot; at: number; part: Part }

/** Of 1,000 requests. The rest are bookings and cancellations. */
const LOG_INS = 2
const WRITES = 50
const SEVERAL = 1_000
/** Of one address the product takes 1,024 connections. All of these belong to this machine. */
const ADDRESSES = 64
const MOST_LINES = 4_000
/** Less than the time after which the product closes a connection that nobody uses. */
const MOST_IDLE_MS = 30_000
const TICK_MS = 2
/** Who waited longer than this for a connection of this process is not sent any more. */
const MOST_LATE_MS = 1_000
const LAST_ANSWER_MS = 20_000

const random = randomFrom(Date.now())
const oneOf = <T>(list: readonly T[]): T => list[below(random, list.length)] as T
const told = <T>(start: T | undefined): T => {
  if (start === undefined) throw new Error('nothing was started')
  return start
}

let start: Start | undefined
let reads: (() => Shot)[] = []
/** The places whose student has no request that waits for its coach. */
let free: number[] = []
const toCancel: { place: number; id: string }[] = []
const acknowledged = { booked: [] as string[], cancelled: [] as string[] }
let bookings = 0
const underWay = new Set<Due>()

function prepare({ world, readers }: Start): void {
  const ask =
    (kind: string, { method, path }: Endpoint, input: (reader: Start['readers'][number]) => object) =>
    () => {
      const reader = oneOf(readers)
      const { body, ...rest } = input(reader) as { body?: unknown }
      const key = method === 'GET' ? {} : { key: keyFrom(random) }
      return { kind, bytes: bytesOf({ method, path: pathOf(path, rest), token: reader.token, body, ...key }) }
    }
  const date = world.today
  const questions = drawQuestions(world, readers)
  const { method, path } = courtStatusForPlayer
  const grids = questions.map((question) => ({ kind: 'grid', bytes: bytesOf({ method, path, ...question }) }))
  const own = { 'invitation.invitationStatus': 'PENDING,CONFIRMED', rows: 10 }
  // How often each comes among 19 reads: a person opens home, looks at grids and days, and reads what is new.
  reads = [
    ...Array.from({ length: 5 }, () => () => oneOf(grids)),
    ...Array.from({ length: 2 }, () => ask('home', homeStart, () => ({ query: { date } }))),
    ...Array.from({ length: 2 }, () => ask('unread', unreadCounts, () => ({}))),
    ...Array.from({ length: 2 }, () => ask('classes', pageOfUser, () => ({ query: own }))),
    ...Array.from({ length: 2 }, () => ask('day', agenda, () => ({ query: { from: date, days: 1 } }))),
    ...Array.from({ length: 2 }, () => ask('class', getFullInfo, ({ classId: id }) => ({ params: { id } }))),
    ask('marks', dayMarks, () => {
      const { coachId, stadiumId } = oneOf(questions).body
      return { body: { coachId, stadiumId } }
    }),
    ask('games', listBalls, () => ({ body: { rows: 10 } })),
    ask('messages', messagesOfType, () => ({ params: { messageType: 'all' }, query: { rows: 10 } })),
    ask('venues', searchVenues, () => ({ query: { rows: 10 } })),
  ]
}

function nextShot({ world, readers, students }: Start): Shot {
  const drawn = below(random, SEVERAL)
  if (drawn < LOG_INS) {
    const { method, path } = h5Login
    const body = { username: usernameOf(oneOf(readers).id), password: PASSWORD }
    return { kind: 'log-in', bytes: bytesOf({ method, path, key: keyFrom(random), body }) }
  }
  if (drawn < LOG_INS + WRITES) {
    const made = toCancel.shift()
    if (made) return cancelling(made, told(students[made.place]).token)
    const place = free.shift()
    if (place !== undefined) return booking(world, place, told(students[place]).token)
  }
  return oneOf(reads)()
}

function booking(world: World, place: number, token: string): Shot {
  const lesson = Math.floor(bookings / STUDIO.places) % (LESSONS_PER_DAY * (DAYS - 1))
  bookings += 1
  const { method, path } = createByPlayer
  const body = bookingBody(world, place + STUDIO.places * lesson)
  return {
    kind: 'booking',
    bytes: bytesOf({ method, path, token, key: keyFrom(random), body }),
    onEnd(status, answer) {
      if (status !== 200) return void free.push(place)
      const { id } = (JSON.parse(answer()) as { data: { id: string } }).data
      acknowledged.booked.push(id)
      toCancel.push({ place, id })
    },
  }
}

function cancelling(made: { place: number; id: string }, token: string): Shot {
  const { method, path } = cancelByPlayer
  return {
    kind: 'cancel',
    bytes: bytesOf({ method, path: pathOf(path, { params: made }), token, key: keyFrom(random), body: {} }),
    onEnd(status) {
      // Who was told to come again does so.
      if (status !== 200) return void toCancel.push(made)
      acknowledged.cancelled.push(made.id)
      free.push(made.place)
    },
  }
}

/** A connection that is kept. It has one request at a time. */
class Line {
  private due: Due | undefined
  idleSince = 0
  isOpen = true
  private readonly socket

  constructor(address: string) {
    const { hostname, port } = new URL(address)
    const localAddress = `127.0.0.${1 + (lines % ADDRESSES)}`
    lines += 1
    this.socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true })
    const reader = new AnswerReader((status, body, head) => {
      const { due } = this
      this.due = undefined
      if (due) end(due, { status: String(status), body, head })
      this.idleSince = performance.now()
      const next = waiting.shift()
      if (next) this.send(next)
      else idle.push(this)
    })
    this.socket.on('data', (chunk) => reader.read(chunk))
    this.socket.on('error', () => undefined)
    this.socket.on('close', () => {
      lines -= 1
      this.isOpen = false
      if (this.due) end(this.due, { status: 'broken', body: () => '', head: '' })
      this.due = undefined
    })
  }

  send(due: Due): void {
    this.due = due
    due.part.sent += 1
    this.socket.write(due.shot.bytes)
  }

  close(): void {
    this.socket.destroy()
  }
}

let lines = 0
const idle: Line[] = []
const waiting: Due[] = []

/** The connection that was used last, if it is surely open. */
function takeIdle(): Line | undefined {
  for (let line = idle.pop(); line; line = idle.pop()) {
    if (line.isOpen && performance.now() - line.idleSince < MOST_IDLE_MS) return line
    line.close()
  }
  return undefined
}

function send(due: Due, { address }: Start): void {
  underWay.add(due)
  const line = takeIdle() ?? (lines < MOST_LINES ? new Line(address) : undefined)
  if (line) line.send(due)
  else waiting.push(due)
}

function end(due: Due, { status, body, head }: { status: string; body: () => string; head: string }): void {
  underWay.delete(due)
  const { shot, at, part } = due
  const name = `${shot.kind} ${status}`
  part.answers[name] = (part.answers[name] ?? 0) + 1
  if (status.startsWith('2')) part.latencies.push(performance.now() - at)
  else if (status === '503' && !/\r\nretry-after: *\d/i.test(head)) part.withoutTime += 1
  shot.onEnd?.(Number(status), body)
}

async function run(start: Start, { rate, seconds, parts: count }: Phase): Promise<Part[]> {
  const newPart = (): Part => ({ due: 0, sent: 0, answers: {}, withoutTime: 0, latencies: [] })
  const parts = Array.from({ length: count }, newPart)
  const begin = performance.now()
  for (let due = 0; due < rate * seconds; ) {
    const now = performance.now()
    for (; due < rate * seconds; due += 1) {
      const at = begin + (due * 1000) / rate
      if (at > now) break
      const part = told(parts[Math.floor((due * count) / (rate * seconds))])
      part.due += 1
      send({ shot: nextShot(start), at, part }, start)
    }
    while (waiting[0] && waiting[0].at < now - MOST_LATE_MS) {
      underWay.delete(waiting[0])
      waiting.shift()?.shot.onEnd?.(0, () => '')
    }
    await sleep(TICK_MS)
  }
  for (const deadline = performance.now() + LAST_ANSWER_MS; underWay.size > 0 && performance.now() < deadline; )
    await sleep(10)
  return parts
}

const shareOf = (sorted: number[], share: number) => (sorted.length === 0 ? Number.NaN : quantile(sorted, share))
const quantilesOf = (latencies: number[]) => {
  latencies.sort((a, b) => a - b)
  return { p50: shareOf(latencies, 0.5), p99: shareOf(latencies, 0.99) }
}

process.on('message', async (message: { start?: Start; phase?: Phase }) => {
  if (message.start) {
    start = message.start
    free = start.students.map((_, place) => place)
    prepare(start)
    process.send?.({ isReady: true })
  } else if (message.phase) {
    const parts = await run(told(start), message.phase)
    process.send?.({
      parts: parts.map(({ latencies, ...part }) => ({ ...part, ...quantilesOf(latencies) })),
      ...quantilesOf(parts.flatMap(({ latencies }) => latencies)),
      unanswered: [...underWay].map(({ shot }) => shot.kind),
    })
  } else {
    process.send?.({ acknowledged })
  }
})
