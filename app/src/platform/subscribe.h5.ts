/** The result of asking: the templates with the user's consent, and the reason if WeChat did not ask. */
export type SubscribeEnd = { acceptedIds: string[]; obstacle?: 'off' | 'banned' | 'failed' }

/** Whether WeChat can be asked for consents here; false on the web. */
export const HAS_SUBSCRIBE = false

/** Does nothing: a browser gets no messages from WeChat. */
export async function askToSubscribe(_templateIds: readonly string[]): Promise<SubscribeEnd> {
  return { acceptedIds: [] }
}
