import {
  LIVE_CLOSE,
  LIVE_MEMORY_MS,
  type LiveClientMessage,
  type LiveServerMessage,
  type LiveTopic,
} from '@paidang/api/live'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ABNORMAL_CLOSURE, createLiveClient, type LiveConditions, type SocketListener } from './live-client'

const GRID: LiveTopic = { kind: 'grid', stadiumId: '1', coachId: '2', date: '2026-05-02' }
const NEXT_DAY: LiveTopic = { ...GRID, date: '2026-05-03' }
const MINE: LiveTopic = { kind: 'messages' }

type Wire = { listener: SocketListener; sent: LiveClientMessage[]; isLeft: boolean }

/** A client with a server that the test controls. */
function given({ isReachable = true }: { isReachable?: boolean } = {}) {
  const wires: Wire[] = []
  const state: LiveConditions & { isReachable: boolean; news?: LiveTopic[] } = {
    isActive: true,
    userId: '7',
    token: 'one',
    isReachable,
  }
  const client = createLiveClient({
    conditions: () => state,
    freshToken: async () => state.token,
    random: () => 1,
    openSocket(listener) {
      const wire: Wire = { listener, sent: [], isLeft: false }
      wires.push(wire)
      setTimeout(() => {
        if (wire.isLeft) return
        if (state.isReachable) listener.opened()
        else listener.closed(ABNORMAL_CLOSURE)
      })
      return {
        send: (text) => {
          const message = JSON.parse(text) as LiveClientMessage
          wire.sent.push(message)
          if (message.type === 'hello') say({ type: 'welcome' }, wire)
          else say({ type: 'watching', topics: message.topics, ...(state.news && { news: state.news }) }, wire)
        },
        close: () => {
          wire.isLeft = true
        },
      }
    },
  })
  const say = (message: LiveServerMessage, wire = wires.at(-1)) =>
    setTimeout(() => wire?.isLeft || wire?.listener.said(JSON.stringify(message)))
  type Watch = Parameters<typeof client.watch>[0]
  return {
    client: {
      /** It is unknown when the data was requested, unless the test says so. */
      watch: (watch: Omit<Watch, 'askedAt'> & Partial<Watch>) => client.watch({ askedAt: () => undefined, ...watch }),
    },
    wires,
    state,
    say: async (message: LiveServerMessage) => {
      say(message)
      await soon()
    },
    set(changes: Partial<typeof state>) {
      Object.assign(state, changes)
      client.conditionsChanged()
    },
    breakOff: async (code = ABNORMAL_CLOSURE) => {
      wires.at(-1)?.listener.closed(code)
      await soon()
    },
  }
}

/** Advances the time so that everything pending happens. */
const soon = () => vi.advanceTimersByTimeAsync(100)
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const sentOn = (wire: Wire | undefined) => wire?.sent

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the connection', () => {
  test('opens when something is watched, sends its token and then the topics', async () => {
    const { client, wires } = given()
    await soon()
    expect(wires).toHaveLength(0)
    client.watch({ topics: [GRID], onChanged: () => undefined })
    client.watch({ topics: [MINE], onChanged: () => undefined })
    await soon()
    expect(wires).toHaveLength(1)
    expect(sentOn(wires[0])).toEqual([
      { type: 'hello', token: 'one' },
      { type: 'watch', topics: [GRID, MINE] },
    ])
  })

  test('does not open without a session, or while the app is not in front', async () => {
    const { client, wires, set } = given()
    set({ userId: null, token: null })
    client.watch({ topics: [GRID], onChanged: () => undefined })
    await soon()
    expect(wires).toHaveLength(0)
    set({ userId: '7', token: 'one', isActive: false })
    await soon()
    expect(wires).toHaveLength(0)
    set({ isActive: true })
    await soon()
    expect(wires).toHaveLength(1)
    set({ isActive: false })
    await soon()
    expect(wires[0]?.isLeft).toBe(true)
  })

  test('closes some seconds after the last watch, not between two pages', async () => {
    const { client, wires } = given()
    const end = client.watch({ topics: [GRID], onChanged: () => undefined })
    await soon()
    end()
    await after(2_000)
    const endNext = client.watch({ topics: [NEXT_DAY], onChanged: () => undefined })
    await after(10_000)
    expect([wires.length, wires[0]?.isLeft]).toEqual([1, false])
    endNext()
    await after(6_000)
    expect([wires.length, wires[0]?.isLeft]).toEqual([1, true])
  })

  test('sends a new token as soon as there is one, and is replaced for another user', async () => {
    const { client, wires, set } = given()
    client.watch({ topics: [GRID], onChanged: () => undefined })
    await soon()
    set({ token: 'two' })
    await soon()
    expect(sentOn(wires[0])?.at(-1)).toEqual({ type: 'hello', token: 'two' })
    set({ userId: '8', token: 'three' })
    await soon()
    expect([wires[0]?.isLeft, wires.length]).toEqual([true, 2])
    expect(sentOn(wires[1])?.[0]).toEqual({ type: 'hello', token: 'three' })
  })

  test('is given up without a welcome in time', async () => {
    const { client, wires } = given()
    const deaf = { ...GRID }
    client.watch({ topics: [deaf], onChanged: () => undefined })
    await after(31)
    wires[0]?.sent.splice(0)
    // The server accepts the connection and stays silent.
    if (wires[0]) wires[0].listener.said = () => undefined
    await after(9_000)
    expect(wires).toHaveLength(1)
    await after(3_000)
    expect([wires[0]?.isLeft, wires.length]).toEqual([true, 2])
  })
})

describe('a change', () => {
  test('is reported only to those who watch it', async () => {
    const { client, say } = given()
    const [grid, mine] = [vi.fn(), vi.fn()]
    client.watch({ topics: [GRID], onChanged: grid })
    client.watch({ topics: [MINE], onChanged: mine })
    await soon()
    grid.mockClear()
    mine.mockClear()
    await say({ type: 'changed', topic: GRID })
    expect([grid.mock.calls.length, mine.mock.calls.length]).toEqual([1, 0])
  })

  test('is reported with its message, and what was missed without one', async () => {
    const { client, say } = given()
    const grid = vi.fn()
    client.watch({ topics: [GRID], onChanged: grid })
    await soon()
    const message: LiveServerMessage = { type: 'changed', topic: GRID, grid: [{ courtCode: '1', statuses: '..C' }] }
    await say(message)
    await say({ type: 'resync' })
    await after(1_000)
    expect(grid.mock.calls).toEqual([[undefined], [message], []])
  })

  test('between the first read and the watch is not lost: a new watch counts as changed once', async () => {
    const { client } = given()
    const [grid, second] = [vi.fn(), vi.fn()]
    client.watch({ topics: [GRID], onChanged: grid })
    await soon()
    expect(grid).toHaveBeenCalledTimes(1)
    // A second watch of the same grid needs no new request, but its data may be old.
    client.watch({ topics: [GRID], onChanged: second })
    await soon()
    expect([grid.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
  })

  test('before the watch counts only if it is later than the shown data, as the server says', async () => {
    const { client, wires, state } = given()
    state.news = [MINE]
    const [grid, mine, later] = [vi.fn(), vi.fn(), vi.fn()]
    const askedMs = Date.now()
    const askedAt = () => askedMs
    client.watch({ topics: [GRID], onChanged: grid, askedAt })
    client.watch({ topics: [MINE], onChanged: mine, askedAt })
    await soon()
    expect(sentOn(wires[0])?.at(-1)).toMatchObject({ type: 'watch', ageMs: 32 })
    expect([grid.mock.calls.length, mine.mock.calls.length]).toEqual([0, 1])
    // Changes of a topic that is watched already were reported since then.
    client.watch({ topics: [GRID], onChanged: later, askedAt })
    await soon()
    expect(later).not.toHaveBeenCalled()
    client.watch({ topics: [MINE], onChanged: later, askedAt })
    await soon()
    expect(later).toHaveBeenCalledTimes(1)
  })

  test('before the watch counts if the shown data is older than the server’s memory', async () => {
    const { client, wires, state } = given()
    state.news = []
    const onChanged = vi.fn()
    const askedMs = Date.now() - LIVE_MEMORY_MS
    client.watch({ topics: [GRID], onChanged, askedAt: () => askedMs })
    await soon()
    expect(sentOn(wires[0])?.at(-1)).toEqual({ type: 'watch', topics: [GRID] })
    expect(onChanged).toHaveBeenCalledTimes(1)
  })

  test('makes everything count as changed when the server lost track', async () => {
    const { client, say } = given()
    const [grid, mine] = [vi.fn(), vi.fn()]
    client.watch({ topics: [GRID], onChanged: grid })
    client.watch({ topics: [MINE], onChanged: mine })
    await soon()
    await say({ type: 'resync' })
    await after(1_000)
    expect([grid.mock.calls.length, mine.mock.calls.length]).toEqual([2, 2])
  })

  test('of the watched topics requests all of them again each time', async () => {
    const { client, wires } = given()
    const end = client.watch({ topics: [GRID], onChanged: () => undefined })
    await soon()
    end()
    client.watch({ topics: [NEXT_DAY], onChanged: () => undefined })
    await soon()
    expect(sentOn(wires[0])?.slice(1)).toEqual([
      { type: 'watch', topics: [GRID] },
      { type: 'watch', topics: [NEXT_DAY] },
    ])
  })
})

describe('after a break', () => {
  test('the connection opens again, and everything watched counts as changed', async () => {
    const { client, wires, breakOff } = given()
    const grid = vi.fn()
    client.watch({ topics: [GRID], onChanged: grid })
    await soon()
    await breakOff()
    expect(wires).toHaveLength(1)
    await after(1_100)
    expect(wires).toHaveLength(2)
    expect(sentOn(wires[1])?.at(-1)).toEqual({ type: 'watch', topics: [GRID] })
    expect(grid).toHaveBeenCalledTimes(2)
  })

  test('the pauses grow to half a minute, and no further', async () => {
    const { client, wires } = given({ isReachable: false })
    client.watch({ topics: [GRID], onChanged: () => undefined })
    await soon()
    const opened: number[] = []
    for (let second = 1; second <= 120; second++) {
      await after(1_000)
      opened.push(wires.length)
    }
    const at = opened.flatMap((count, index) => (count > (opened[index - 1] ?? 1) ? [index + 1] : []))
    expect(at.slice(0, 6)).toEqual([1, 3, 7, 15, 31, 61])
    expect((at[6] ?? 0) - (at[5] ?? 0)).toBe(30)
  })

  test('a connection that always breaks soon is not reopened endlessly', async () => {
    const { client, wires } = given()
    client.watch({ topics: [GRID], onChanged: () => undefined })
    for (let second = 0; second < 30; second++) {
      await after(1_000)
      const wire = wires.at(-1)
      if (wire && !wire.isLeft && wire.sent.length > 0) {
        wire.isLeft = true
        wire.listener.closed(1001)
      }
    }
    expect(wires.length).toBeLessThan(7)
  })

  test('after a refused token nothing is tried until there is another; watchers read again, and learn why', async () => {
    const { client, wires, breakOff, set } = given()
    const grid = vi.fn()
    client.watch({ topics: [GRID], onChanged: grid })
    await soon()
    grid.mockClear()
    await breakOff(LIVE_CLOSE.session)
    await after(60_000)
    expect([wires.length, grid.mock.calls.length]).toEqual([1, 1])
    set({ token: 'two' })
    await soon()
    expect(sentOn(wires[1])?.[0]).toEqual({ type: 'hello', token: 'two' })
  })
})

describe('after failed connections', () => {
  test('after three failures the version is polled every 5 s, and only a different one is a change', async () => {
    const { client } = given({ isReachable: false })
    const [grid, mine] = [vi.fn(), vi.fn()]
    let text = 'a'
    const version = vi.fn(async () => text)
    client.watch({ topics: [GRID], onChanged: grid, version })
    client.watch({ topics: [MINE], onChanged: mine })
    await after(1_100)
    expect(version).not.toHaveBeenCalled()
    await after(2_100)
    // The third failure: polled at once, and the first answer counts.
    expect([version.mock.calls.length, grid.mock.calls.length]).toEqual([1, 1])
    await after(10_000)
    expect([version.mock.calls.length, grid.mock.calls.length]).toEqual([3, 1])
    text = 'b'
    await after(5_000)
    expect([version.mock.calls.length, grid.mock.calls.length]).toEqual([4, 2])
    expect(mine).not.toHaveBeenCalled()
    await after(20_000)
    expect(mine).toHaveBeenCalledTimes(1)
  })

  test('a failed poll is repeated at the next interval', async () => {
    const { client } = given({ isReachable: false })
    const grid = vi.fn()
    const version = vi.fn(async () => 'a')
    version.mockRejectedValueOnce(new Error('no answer'))
    client.watch({ topics: [GRID], onChanged: grid, version })
    await after(3_300)
    expect([version.mock.calls.length, grid.mock.calls.length]).toEqual([1, 0])
    await after(5_000)
    expect([version.mock.calls.length, grid.mock.calls.length]).toEqual([2, 1])
  })

  test('nothing is polled in the background, and polling continues at once when the app returns', async () => {
    const { client, set } = given({ isReachable: false })
    const version = vi.fn(async () => 'a')
    client.watch({ topics: [GRID], onChanged: () => undefined, version })
    await after(10_000)
    const before = version.mock.calls.length
    set({ isActive: false })
    await after(60_000)
    expect(version).toHaveBeenCalledTimes(before)
    set({ isActive: true })
    await after(1_000)
    expect(version).toHaveBeenCalledTimes(before + 1)
  })

  test('a connection that works again ends the polling', async () => {
    const { client, set } = given({ isReachable: false })
    const version = vi.fn(async () => 'a')
    client.watch({ topics: [GRID], onChanged: () => undefined, version })
    await after(10_000)
    expect(version).toHaveBeenCalled()
    set({ isReachable: true })
    await after(30_000)
    const before = version.mock.calls.length
    await after(60_000)
    expect(version).toHaveBeenCalledTimes(before)
  })
})
