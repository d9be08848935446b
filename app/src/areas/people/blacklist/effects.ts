/** The text that explains a blacklist to its users. Source: decision record 018 */
export const BLACKLIST_EFFECTS = '你们互相看不到对方的名片和球局，也不会收到对方的消息；已经约好的课和球局照常。'
