import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveHub, type LiveHub, type Watch } from './live-hub.ts'

const GATHER_MS = 100

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Watches of one grid, whose message the test answers read by read. What each was told is in `told`. */
function given(names: readonly string[]) {
  const hub = createLiveHub(GATHER_MS)
  const reads: { resolve: (text: string) => void; reject: (error: Error) => void }[] = []
  const told: string[] = []
  const read = () =>
    new Promise<Buffer>((resolve, reject) => reads.push({ resolve: (text) => resolve(Buffer.from(text)), reject }))
  const watches = names.map((name): Watch => {
    const own = `person|${name}`
    const watch = {
      feedTopics: ['courts', own],
      shared: { key: 'grid', ownTopics: [own], read },
      notify: (message?: Buffer) => void told.push(`${name}: ${message ?? 'changed'}`),
    }
    hub.add(watch)
    return watch
  })
  return { hub, reads, told, watches }
}
const gathered = () => vi.advanceTimersByTimeAsync(GATHER_MS)
const change = async (hub: LiveHub, ...topics: string[]) => {
  for (const topic of topics) hub.changed(topic)
  await gathered()
}
const answer = async (resolve: ((text: string) => void) | undefined, text: string) => {
  resolve?.(text)
  await vi.advanceTimersByTimeAsync(0)
}

test('what changes within the gathering time is read once, and sent once to all', async () => {
  const { hub, reads, told } = given(['a', 'b'])
  await change(hub, 'courts', 'courts')
  expect([reads.length, told]).toEqual([1, []])
  await answer(reads[0]?.resolve, 'grid 1')
  expect(told).toEqual(['a: grid 1', 'b: grid 1'])
  await gathered()
  expect(reads).toHaveLength(1)
})

test('whom a change concerns more than others is told at once, and reads', async () => {
  const { hub, reads, told } = given(['a', 'b'])
  await change(hub, 'courts', 'person|a')
  expect(told).toEqual(['a: changed'])
  await answer(reads[0]?.resolve, 'grid 1')
  expect(told).toEqual(['a: changed', 'b: grid 1'])
})

test('a change during a read is read after it, so that no older message comes last', async () => {
  const { hub, reads, told } = given(['a'])
  await change(hub, 'courts')
  await change(hub, 'courts')
  await gathered()
  expect([reads.length, told]).toEqual([1, []])
  await answer(reads[0]?.resolve, 'grid 1')
  await gathered()
  await answer(reads[1]?.resolve, 'grid 2')
  expect([reads.length, told]).toEqual([2, ['a: grid 1', 'a: grid 2']])
})

test('whoever reads by themselves meanwhile gets no older message afterwards', async () => {
  const { hub, reads, told } = given(['a', 'b'])
  await change(hub, 'courts')
  await change(hub, 'person|a')
  await answer(reads[0]?.resolve, 'grid 1')
  expect(told).toEqual(['a: changed', 'b: grid 1'])
})

test('where it cannot be read everybody is told to read', async () => {
  const { hub, reads, told } = given(['a', 'b'])
  await change(hub, 'courts')
  reads[0]?.reject(new Error('the database is away'))
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['a: changed', 'b: changed'])
})

test('nothing is sent to who no longer watches, nor what was read before the feed broke', async () => {
  const { hub, reads, told, watches } = given(['a', 'b'])
  await change(hub, 'courts')
  hub.remove(watches[0] as Watch)
  await answer(reads[0]?.resolve, 'grid 1')
  await change(hub, 'courts')
  hub.lostTrack()
  await answer(reads[1]?.resolve, 'grid 2')
  expect(told).toEqual(['b: grid 1'])
})
