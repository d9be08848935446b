import { h5Login } from '@paidang/api/areas/people/auth'
import { getPlayerView } from '@paidang/api/areas/people/profile'
import { savePlayer } from '@paidang/api/areas/people/registration'
import { PASSWORD } from './console.ts'
import { quantile, spreadOf, written } from './numbers.ts'
import { clientOf } from './people.ts'
import type { Product } from './product.ts'
import type { Section } from './report.ts'
import { sized } from './scale.ts'

const REPEATS = sized(3, 1)
const TEXTS = sized(100, 3)
/** Source: decision record 032 */
const GOAL_MS = 1_000

/**
 * Measures the time from sending a text that needs a content check until somebody else has read it. The simulator
 * stands in for WeChat. The comparison is an unchanged text, which is not checked again.
 */
export async function measurePublish({ address }: Product): Promise<Section> {
  const author = await userOf(address, 'player')
  // A reader who knows the author: strangers may view only a limited number of profiles a day.
  const reader = await userOf(address, 'coach')
  const publish = async (description: string) => {
    const begun = performance.now()
    await author.call(savePlayer, { body: { description } })
    const seen = await reader.call(getPlayerView, { params: { id: author.id } })
    if (seen.description !== description) throw new Error('a text that passed is not seen by others')
    return performance.now() - begun
  }
  await p95Of(() => publish('周末打球'))

  const [anew, again, ratios]: [number[], number[], number[]] = [[], [], []]
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    let texts = 0
    const fresh = await p95Of(() => publish(`周末打球 ${repeat} ${texts++}`))
    const last = `周末打球 ${repeat} ${texts - 1}`
    const standing = await p95Of(() => publish(last))
    anew.push(fresh)
    again.push(standing)
    ratios.push(fresh / standing)
  }
  return {
    heading: `Texts that others see, ${TEXTS} × ${REPEATS}, WeChat simulated`,
    rows: [
      {
        what: 'p95 from sending a new text to its first reader, ms',
        value: written(spreadOf(anew), 1),
        goal: `< ${GOAL_MS}`,
        met: spreadOf(anew).median < GOAL_MS,
      },
      { what: 'p95 of one that stands already, ms', value: written(spreadOf(again), 1) },
      { what: 'new : standing', ratio: written(spreadOf(ratios), 2) },
    ],
  }
}

async function p95Of(publish: () => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let text = 0; text < TEXTS; text++) times.push(await publish())
  return quantile(
    times.sort((a, b) => a - b),
    0.95,
  )
}

async function userOf(address: string, username: string) {
  const { tokens, userInfo } = await clientOf(address)(h5Login, { body: { username, password: PASSWORD } })
  return { id: userInfo.userId, call: clientOf(address, tokens.token) }
}
