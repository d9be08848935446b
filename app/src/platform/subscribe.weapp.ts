import Taro from '@tarojs/taro'
import type { SubscribeEnd } from './subscribe.h5'

/** Whether WeChat can be asked for consents here. */
export const HAS_SUBSCRIBE = true

/** WeChat's limit of templates for one dialog. */
const MAX_TEMPLATES = 3
/** WeChat's codes for a dialog that was not shown: the user disabled all dialogs, or the template is banned. */
const MAIN_SWITCH_OFF = 20004
const BANNED = [20005, 20013]

/**
 * Lets WeChat ask for the consent to one message of each template; templates beyond three are left out. It works only
 * inside a tap, which ends with the first await. Never rejects.
 */
export async function askToSubscribe(templateIds: readonly string[]): Promise<SubscribeEnd> {
  const tmplIds = templateIds.slice(0, MAX_TEMPLATES)
  try {
    // Taro's types also require a parameter that only Alipay knows.
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
