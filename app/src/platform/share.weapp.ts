import type { SharedLink, ShareEnd } from './share.h5'

/** WeChat shares from its own button, which covers ours. The page's `useShareAppMessage` defines the message. */
export async function shareLink(_link: SharedLink): Promise<ShareEnd> {
  return 'native'
}
