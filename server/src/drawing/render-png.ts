import { BackgroundThread } from '../process/background-thread.ts'
import { FairQueue } from '../process/fair-queue.ts'

/** One picture of a process at a time. Behind an address may stand many who look at one chat. Source: decision record 027 */
const queue = new FairQueue({
  atOnce: 1,
  perAccount: 1,
  waitingPerAccount: 20,
  waiting: 100,
  refusal: 'requests_too_many',
})
const thread = new BackgroundThread(new URL('./picture-thread.ts', import.meta.url))

/**
 * Draws an SVG as a PNG of its own size, in a thread of its own, with the fonts that come along and no other: the same on every
 * machine. `account` is who asks; each gets its turn.
 *
 * @throws ApiError requests_too_many, server_busy
 */
export async function renderPng(svg: string, account: string): Promise<Buffer> {
  return Buffer.from((await queue.run(account, () => thread.run(svg))) as Uint8Array)
}
