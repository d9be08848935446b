import { createHmac, timingSafeEqual } from 'node:crypto'
import { NotificationRefused, type RawNotification } from '../provider.ts'

/**
 * A notification whose time differs from now by more than this is refused, to prevent replays.
 * Source: WeChat Pay v3
 */
const MAX_AGE_SECONDS = 300

const TIMESTAMP = 'paidang-timestamp'
const SIGNATURE = 'paidang-signature'

/** Signs and verifies the simulator's notifications, with a key of its own. */
export type NotificationSeal = {
  /** The headers that make a body valid for the next minutes. */
  headersFor(body: string, now: Date): Record<string, string>
  /** Returns the text of a body whose signature is valid. @throws NotificationRefused */
  open(notification: RawNotification, now: Date): string
}

/** @param secret the server's secret; the key is derived from it and signs nothing else */
export function createNotificationSeal(secret: string): NotificationSeal {
  const key = createHmac('sha256', secret).update('payment-simulator').digest()
  const signatureOf = (timestamp: string, body: string | Buffer) =>
    createHmac('sha256', key).update(`${timestamp}\n`).update(body).digest()
  return {
    headersFor(body, now) {
      const timestamp = String(Math.floor(now.getTime() / 1000))
      return {
        'content-type': 'application/json',
        [TIMESTAMP]: timestamp,
        [SIGNATURE]: signatureOf(timestamp, body).toString('base64url'),
      }
    },
    open({ headers, body }, now) {
      const { [TIMESTAMP]: timestamp, [SIGNATURE]: signature } = headers
      if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(timestamp))
        throw new NotificationRefused('the notification is not signed')
      const [given, own] = [Buffer.from(signature, 'base64url'), signatureOf(timestamp, body)]
      if (given.length !== own.length || !timingSafeEqual(given, own))
        throw new NotificationRefused('the signature does not hold')
      if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > MAX_AGE_SECONDS)
        throw new NotificationRefused('the notification is not of this hour')
      return body.toString()
    },
  }
}
