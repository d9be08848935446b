import { ApiError } from '@paidang/api/catalogue/errors'
import { type WechatClient, WechatUnavailable } from './wechat-client.ts'

const nothing = async (): Promise<never> => {
  throw new WechatUnavailable('this deployment has no WeChat', { mayBeDone: false })
}

const refused = async (): Promise<never> => {
  throw new ApiError('wechat_off')
}

/**
 * Stands for WeChat in a deployment without it. No log-in and no number comes from it. Operators check what people
 * write, as for any author whom WeChat does not know.
 *
 * Source: decision record 051
 */
export const WITHOUT_WECHAT: WechatClient = {
  appId: '',
  pushToken: undefined,
  codeToSession: refused,
  phoneOf: refused,
  checkText: async () => ({ verdict: 'undecided' }),
  checkPicture: async () => ({ verdict: 'undecided' }),
  sendSubscribeMessage: nothing,
  miniProgramCode: nothing,
  uploadShippingInfo: nothing,
  shippingStateOf: nothing,
  listCarriers: nothing,
}
