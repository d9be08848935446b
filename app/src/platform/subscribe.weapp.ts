import Taro from '@tarojs/taro'
import type { SubscribeEnd } from './subscribe-words'

/** Whether WeChat can be asked for consents here. */
export const HAS_SUBSCRIBE = true

/** So many templates WeChat asks for at once. */
const MAX_TEMPLATES = 3
/** WeChat's numbers for why it did not ask: the person switched all of it off, or the template or the app is banned. */
const MAIN_SWITCH_OFF = 20004
const BANNED = [20005, 20013]

/**
 * Has WeChat ask whether it may send one message of each template; what is beyond three is left out. Only inside a tap, which
 * is over once anything was waited for. Never rejects.
 */
export async function askToSubscribe(templateIds: readonly string[]): Promise<SubscribeEnd> {
  const tmplIds = templateIds.slice(0, MAX_TEMPLATES)
  try {
    // The types of Taro also want what only Alipay knows.
    const answers: object = await Taro.requestSubscribeMessage({ tmplIds } as Parameters<
      typeof Taro.requestSubscribeMessage
    >[0])
    const answered = new Map(Object.entries(answers))
    const acceptedIds = tmplIds.filter((id) => answered.get(id) === 'accept')
    const isBanned = tmplIds.every((id) => answered.get(id) === 'ban' || answered.get(id) === 'filter')
    return isBanned ? { acceptedIds, obstacle: 'banned' } : { acceptedIds }
  } catch (error) {
    const { errCode } = error as { errCode?: number }
    if (errCode === MAIN_SWITCH_OFF) return { acceptedIds: [], obstacle: 'off' }
    return { acceptedIds: [], obstacle: errCode !== undefined && BANNED.includes(errCode) ? 'banned' : 'failed' }
  }
}
