/** The result of asking: the templates with the user's consent, and the reason if WeChat did not ask. */
export type SubscribeEnd = { acceptedIds: string[]; obstacle?: 'off' | 'banned' | 'failed' }

/** The hints for a dialog that WeChat did not show. */
export const OBSTACLE_LABELS: Record<NonNullable<SubscribeEnd['obstacle']>, string> = {
  off: '订阅消息已关闭，请在小程序右上角“设置”里打开',
  banned: '该提醒暂时不能订阅',
  failed: '没有订阅成功，请重试',
}
