/** What came of asking: the templates that the person agreed to, and why WeChat did not ask, where it did not. */
export type SubscribeEnd = { acceptedIds: string[]; obstacle?: 'off' | 'banned' | 'failed' }

/** What one can do where WeChat did not ask. */
export const OBSTACLE_WORDS: Record<NonNullable<SubscribeEnd['obstacle']>, string> = {
  off: '订阅消息已关闭，请在小程序右上角“设置”里打开',
  banned: '该提醒暂时不能订阅',
  failed: '没有订阅成功，请重试',
}
