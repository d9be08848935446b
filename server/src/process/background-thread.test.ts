import { expect, test } from 'vitest'
import { BackgroundThread } from './background-thread.ts'

const thread = new BackgroundThread(new URL('../testing/thread-of-tests.ts', import.meta.url))

test('the answer of a thread comes back with dates as dates', async () => {
  const input = { at: new Date('2026-05-01T12:00:00+08:00'), names: ['拍档'] }
  expect(await thread.run(input)).toEqual(input)
})

test('a refusal in the thread is the same refusal here, and an unexpected error names its place', async () => {
  await expect(thread.run('refuse')).rejects.toMatchObject({ code: 'card_not_found', data: { cardId: '7' } })
  const unforeseen = await thread.run('fail').catch((error: Error) => error)
  expect(unforeseen).toMatchObject({ code: 'unexpected' })
  expect((unforeseen as Error).stack).toContain('thread-of-tests')
})

test('a thread that crashes fails its current work, and the next work gets a new thread', async () => {
  await expect(thread.run('break')).rejects.toMatchObject({ code: 'server_busy' })
  expect(await thread.run('again')).toBe('again')
})

test('a stopped thread starts again for the next work', async () => {
  await thread.stop()
  await thread.stop()
  expect(await thread.run('again')).toBe('again')
  await thread.stop()
})
