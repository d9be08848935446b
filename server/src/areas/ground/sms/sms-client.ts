import { ApiError } from '@paidang/api/catalogue/errors'

/**
 * Sends codes by text message. Call it outside transactions.
 *
 * `sendCode` throws SmsRefusal when the provider did not take the message, and SmsUnavailable when it gave no usable
 * answer. It answers the provider's number of the message.
 * Source: decision record 060
 */
export type SmsClient = {
  sendCode(message: { phone: string; code: string; minutes: number }): Promise<string>
  /** How many codes the deployment sends in a day. */
  readonly dailyLimit: number
  /** Whether this is the simulator, whose codes are shown on the page in place of a message. */
  readonly showsCodes: boolean
}

/** The provider did not take a message. `code` is its error code. */
export class SmsRefusal extends Error {
  override readonly name = 'SmsRefusal'
  readonly code: string

  constructor(code: string) {
    super(`the provider refused the message: ${code}`)
    this.code = code
  }
}

/** The provider gave no usable answer. The message may be on its way. */
export class SmsUnavailable extends Error {
  override readonly name = 'SmsUnavailable'
}

/** A day's codes unless the configuration says otherwise. */
export const USUAL_DAILY_LIMIT = 2_000

/** Simulates text messages: the page shows the code. Refused in production. */
export const SMS_SIMULATOR: SmsClient = {
  sendCode: async () => 'simulated',
  dailyLimit: USUAL_DAILY_LIMIT,
  showsCodes: true,
}

/** Stands for the provider in a deployment without one. */
export const WITHOUT_SMS: SmsClient = {
  sendCode: async () => {
    throw new ApiError('sms_off')
  },
  dailyLimit: 0,
  showsCodes: false,
}
