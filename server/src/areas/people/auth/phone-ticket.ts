import { createHmac, timingSafeEqual } from 'node:crypto'

/** The user who asked, with the hash of their password; without a password undefined. */
type Asker = { userId: string; passwordHash: string | undefined }
/** A number that WeChat vouched for, and who asked. */
type Vouched = Asker & { phone: string }

/** Creates and reads the tickets with which a user settles whose a number is. */
export type PhoneTickets = {
  of(vouched: Vouched, now: Date): string
  /**
   * Returns the number of a ticket for the user to whom it was given. Undefined for another user, for an old ticket and
   * after a change of the user's password.
   */
  read(ticket: string, asker: Asker, now: Date): string | undefined
}

/** Source: decision record 017 */
const TICKET_MS = 600_000

/**
 * Creates tickets under one secret of the server: `until.phone.signature`, valid for ten minutes. Nothing is stored.
 */
export function createPhoneTickets(secret: string): PhoneTickets {
  const sign = ({ userId, phone, passwordHash = '' }: Vouched, until: string) =>
    createHmac('sha256', secret).update(`phone-ticket|${userId}|${phone}|${until}|${passwordHash}`).digest('base64url')
  return {
    of(vouched, now) {
      const until = String(now.getTime() + TICKET_MS)
      return [until, vouched.phone, sign(vouched, until)].join('.')
    },

    read(ticket, asker, now) {
      const [, until = '', phone = '', given = ''] = /^(\d{13,15})\.(\+?\d{4,20})\.([\w-]{43})$/.exec(ticket) ?? []
      if (Number(until) <= now.getTime()) return undefined
      const own = sign({ ...asker, phone }, until)
      return given.length === own.length && timingSafeEqual(Buffer.from(given), Buffer.from(own)) ? phone : undefined
    },
  }
}
