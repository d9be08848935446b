import { halfHourOfInstant } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'

/** From which half-hour each greeting applies; before the first one it is still the evening's. */
const GREETINGS: readonly { from: HalfHour; text: string }[] = [
  { from: 36, text: '晚上好' },
  { from: 27, text: '下午好' },
  { from: 22, text: '中午好' },
  { from: 10, text: '早上好' },
]

/** The greeting for this time of day in Shanghai, with the user's name if there is one. */
export function greeting(now: Date, nickname?: string): string {
  const halfHour = halfHourOfInstant(now)
  const { text } = GREETINGS.find(({ from }) => halfHour >= from) ?? { text: '晚上好' }
  return nickname ? `${text}，${nickname}` : text
}
