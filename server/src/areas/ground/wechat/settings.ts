import type { Config } from '../../../config.ts'

/** The version of the mini-program that codes and messages open. */
const ENV_VERSIONS = ['release', 'trial', 'develop'] as const

/** The settings of the WeChat client. */
export type WechatSettings = {
  appId: string
  appSecret: string
  baseUrl: string
  envVersion: (typeof ENV_VERSIONS)[number]
  /** The token with which WeChat signs its notifications. */
  pushToken: string | undefined
}

const WECHAT_BASE_URL = 'https://api.weixin.qq.com'

/** Reads the settings from WECHAT_*; undefined where WeChat is not configured. */
export function readWechatSettings({ wechat }: Pick<Config, 'wechat'>): WechatSettings | undefined {
  if (!wechat) return undefined
  return {
    appId: wechat.WECHAT_APP_ID,
    appSecret: wechat.WECHAT_APP_SECRET,
    baseUrl: wechat.WECHAT_BASE_URL ?? WECHAT_BASE_URL,
    envVersion: ENV_VERSIONS.find((known) => known === wechat.WECHAT_ENV_VERSION) ?? 'release',
    pushToken: wechat.WECHAT_PUSH_TOKEN,
  }
}
