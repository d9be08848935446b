import { expect, test } from 'vitest'
import { BackgroundThread } from './background-thread.ts'

const thread = new BackgroundThread(new URL('../testing/thread-of-tests.ts', import.meta.url))

test('what a thread answers comes back, dates as dates', async () => {
  const input = { at: new Date('2026-05-01T12:00:00+08:00'), names: ['拍档'] }
  expect(await thread.run(input)).toEqual(input)
})

test('a refusal of the work is the same refusal here; what nobody foresaw says where it failed', async () => {
  await expect(thread.run('refuse')).rejects.toMatchObject({ code: 'card_not_found', data: { cardId: '7' } })
  const unforeseen = await thread.run('fail').catch((error: Error) => error)
  expect(unforeseen).toMatchObject({ code: 'unexpected' })
  expect((unforeseen as Error).stack).toContain('thread-of-tests')
})

test('a thread that breaks takes the work that it has with it, and the next gets another', async () => {
  await expect(thread.run('break')).rejects.toMatchObject({ code: 'server_busy' })
  expect(await thread.run('again')).toBe('again')
})

test('a thread that was stopped begins anew', async () => {
  await thread.stop()
  await thread.stop()
  expect(await thread.run('again')).toBe('again')
  await thread.stop()
})
