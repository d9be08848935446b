import type { SubscribeEnd } from './subscribe-words'

/** Whether WeChat can be asked for consents here: on the web it cannot. */
export const HAS_SUBSCRIBE = false

/** Asks nobody: a browser gets no messages of WeChat's. */
export async function askToSubscribe(_templateIds: readonly string[]): Promise<SubscribeEnd> {
  return { acceptedIds: [] }
}
