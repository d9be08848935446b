import type { SharedLink, ShareEnd } from './share-words'

/** WeChat shares from its own button, which lies over ours: the page's `useShareAppMessage` says what. */
export async function shareLink(_link: SharedLink): Promise<ShareEnd> {
  return 'native'
}
