import { NOT_SENT } from '@paidang/domain/areas/ground/messages/outbox'
import { WECHAT_ERRORS } from '../wechat/wechat-client.ts'

/** WeChat refuses a message with one of these codes permanently. Source: WeChat documents, subscribeMessage.send */
export const FINAL_ERRORS: readonly number[] = [
  WECHAT_ERRORS.CONSENT_MISSING,
  WECHAT_ERRORS.OPEN_ID_INVALID,
  WECHAT_ERRORS.TEMPLATE_INVALID,
  WECHAT_ERRORS.PAGE_INVALID,
  WECHAT_ERRORS.FIELD_INVALID,
]

/** Stored reasons after which sending again cannot succeed, as patterns of PostgreSQL's `similar to`. */
export const FINAL_REASONS: readonly string[] = [
  ...Object.values(NOT_SENT),
  ...FINAL_ERRORS.map((errcode) => `WeChat refused %: ${errcode}( %)?`),
]
