import { sms } from 'tencentcloud-sdk-nodejs-sms'
import type { Config } from '../../../config.ts'
import { type SmsClient, SmsRefusal, SmsUnavailable, USUAL_DAILY_LIMIT } from './sms-client.ts'

/** The settings of Tencent Cloud SMS. */
export type SmsSettings = {
  secretId: string
  secretKey: string
  /** The id of the SMS application, its approved signature and template. */
  appId: string
  signName: string
  templateId: string
  region: string
  baseUrl: string
  dailyLimit: number
}

const BASE_URL = 'https://sms.tencentcloudapi.com'
const REGION = 'ap-guangzhou'
/** The person waits at the page. */
const TIMEOUT_MS = 5_000
/** What the SDK answers with a code of its own, and no refusal: Tencent Cloud could not say what became of the message. */
const NO_ANSWER = /^(InternalError|RequestTimeout)/

/** Reads the settings from SMS_*; undefined where it is not configured. */
export function readSmsSettings({ sms: given }: Pick<Config, 'sms'>): SmsSettings | undefined {
  if (!given) return undefined
  return {
    secretId: given.SMS_SECRET_ID,
    secretKey: given.SMS_SECRET_KEY,
    appId: given.SMS_APP_ID,
    signName: given.SMS_SIGN_NAME,
    templateId: given.SMS_TEMPLATE_ID,
    region: given.SMS_REGION ?? REGION,
    baseUrl: given.SMS_BASE_URL ?? BASE_URL,
    dailyLimit: Number(given.SMS_DAILY_LIMIT ?? USUAL_DAILY_LIMIT),
  }
}

/**
 * Tencent Cloud SMS by its official SDK. The template has two placeholders: the code and the minutes. No error contains
 * the number, the code or a key. `limit` ends a call that takes too long.
 * Source: Tencent Cloud documents, SMS, SendSms 2021-01-11
 */
export function createTencentSms(
  { secretId, secretKey, appId, signName, templateId, region, baseUrl, dailyLimit }: SmsSettings,
  { limit = () => AbortSignal.timeout(TIMEOUT_MS) }: { limit?: () => AbortSignal } = {},
): SmsClient {
  const { protocol, host } = new URL(baseUrl)
  const client = new sms.v20210111.Client({
    credential: { secretId, secretKey },
    region,
    profile: { httpProfile: { endpoint: host, protocol: `${protocol}//` } },
  })
  return {
    dailyLimit,
    showsCodes: false,
    async sendCode({ phone, code, minutes }) {
      const message = {
        PhoneNumberSet: [`+86${phone}`],
        SmsSdkAppId: appId,
        SignName: signName,
        TemplateId: templateId,
        TemplateParamSet: [code, String(minutes)],
      }
      const answer = await client.request('SendSms', message, { signal: limit() }).catch((error: unknown) => {
        const { code: refusal } = error as { code?: unknown }
        if (typeof refusal === 'string' && /^[A-Z][A-Za-z.]+$/.test(refusal) && !NO_ANSWER.test(refusal))
          throw new SmsRefusal(refusal)
        throw new SmsUnavailable('no answer of Tencent Cloud SMS')
      })
      const [status] = answer?.SendStatusSet ?? []
      if (status?.Code === 'Ok') return String(status.SerialNo)
      if (typeof status?.Code === 'string') throw new SmsRefusal(status.Code)
      throw new SmsUnavailable('an unreadable answer of Tencent Cloud SMS')
    },
  }
}
