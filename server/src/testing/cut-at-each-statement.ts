import pg from 'pg'
import { expect, vi } from 'vitest'
import type { TestServer } from './test-server.ts'

/** What a client of the driver has, beside what its types say. */
type Sending = { connection: pg.Connection; connectionParameters: { application_name?: string } }

/**
 * Repeats a call whose process ends at each of its statements in turn, until it comes to its end. PostgreSQL sees a
 * process that ends as a connection that breaks. After each cut the traces are what they were before.
 *
 * @returns the call's answer, and the number of its statements
 */
export async function cutAtEachStatement<Answer>(
  { takeFaults, takeBrokenConnections }: TestServer,
  press: () => Promise<Answer>,
  traces: () => Promise<unknown>,
): Promise<{ answer: Answer; statements: number }> {
  const before = await traces()
  let left = Number.POSITIVE_INFINITY
  const send = pg.Client.prototype.query
  const query = vi.spyOn(pg.Client.prototype, 'query')
  query.mockImplementation(function (this: Sending, ...args: unknown[]) {
    // The change feed looks each second, whatever is pressed.
    const isOfFeed = this.connectionParameters.application_name === 'paidang-changes'
    if (!isOfFeed) left -= 1
    if (!isOfFeed && left === 0) this.connection.stream.destroy()
    return Reflect.apply(send, this, args)
  })
  try {
    for (let cut = 1; ; cut++) {
      left = cut
      try {
        const answer = await press()
        expect([takeFaults().length, takeBrokenConnections().length]).toEqual([cut - 1, cut - 1])
        return { answer, statements: cut - 1 }
      } catch (error) {
        if (left > 0) throw error
      }
      left = Number.POSITIVE_INFINITY
      expect(await traces(), `after a cut at statement ${cut}`).toEqual(before)
    }
  } finally {
    query.mockRestore()
  }
}
