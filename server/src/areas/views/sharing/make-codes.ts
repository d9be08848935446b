import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { type WechatClient, WechatRefusal, WechatUnavailable } from '../../ground/wechat/wechat-client.ts'
import { type CodeArt, pictureCode, textCode } from './drawings/code-art.ts'
import { PAGES } from './present-share.ts'

/** Makes the code that leads to a shared page when scanned; `address` is that page on the web. */
export type Codes = { of(wish: { kind: keyof typeof PAGES; shareId: string; address: string }): Promise<CodeArt> }

/**
 * How many codes stay in memory. A mini-program's code never changes and has about 40 KB.
 * Source: WeChat documents, getUnlimitedQRCode
 */
const KEPT_CODES = 500
const CODE_WIDTH = 430
/** After a failure WeChat is not asked again for the same code for this long. */
const PAUSE_MS = 60_000

type Tools = {
  /** Undefined when the mini-program is not connected. Codes then lead to the web app. */
  wechat: Pick<WechatClient, 'miniProgramCode'> | undefined
  onFault(error: Error): void
}

/** Makes codes of the mini-program when it is connected. When WeChat gives none, the code leads to the web app. */
export function createCodes({ wechat, onFault }: Tools): Codes {
  const kept = new LRUCache<string, CodeArt | 'refused'>({ max: KEPT_CODES })
  return {
    async of({ kind, shareId, address }) {
      if (!wechat) return textCode(address)
      const known = kept.get(shareId)
      if (known !== undefined) return known === 'refused' ? textCode(address) : known
      try {
        const bytes = await wechat.miniProgramCode({ scene: `i=${shareId}`, page: PAGES[kind], width: CODE_WIDTH })
        const code = pictureCode(await sharp(bytes).png().toBuffer())
        kept.set(shareId, code)
        return code
      } catch (error) {
        if (!(error instanceof WechatRefusal || error instanceof WechatUnavailable)) throw error
        onFault(error)
        kept.set(shareId, 'refused', { ttl: PAUSE_MS })
        return textCode(address)
      }
    },
  }
}
