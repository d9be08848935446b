import { type PaymentProvider, ProviderUnavailable } from '../provider.ts'

const nothing = async (): Promise<never> => {
  throw new ProviderUnavailable('this deployment has no WeChat Pay')
}

/**
 * Stands for WeChat Pay in a deployment without it. No payment begins there. What was begun while it had WeChat Pay
 * cannot be asked about, and waits for it or for people.
 *
 * Source: decision record 051
 */
export const WITHOUT_WECHAT_PAY: PaymentProvider = {
  name: 'WECHAT',
  prepay: nothing,
  query: nothing,
  close: nothing,
  refund: nothing,
  queryRefund: nothing,
  readNotification() {
    throw new ProviderUnavailable('this deployment has no WeChat Pay')
  },
}
