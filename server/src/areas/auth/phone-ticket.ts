import { createHmac, timingSafeEqual } from 'node:crypto'

/** Says that WeChat vouched for a number when this user asked. */
type Vouched = { userId: string; phone: string }

/** Makes and reads the tickets with which somebody settles whose a number is. */
export type PhoneTickets = {
  of(vouched: Vouched, now: Date): string
  /** The number that a ticket vouches for, to the user to whom it was given; undefined for any other and when it is too old. */
  read(ticket: string, { userId, now }: { userId: string; now: Date }): string | undefined
}

/** Source: decision record 017 */
const TICKET_MS = 600_000

/** Tickets under one secret of the server: `until.phone.signature`, good for ten minutes; nothing is stored. */
export function createPhoneTickets(secret: string): PhoneTickets {
  const sign = ({ userId, phone }: Vouched, until: string) =>
    createHmac('sha256', secret).update(`phone-ticket|${userId}|${phone}|${until}`).digest('base64url')
  return {
    of(vouched, now) {
      const until = String(now.getTime() + TICKET_MS)
      return [until, vouched.phone, sign(vouched, until)].join('.')
    },

    read(ticket, { userId, now }) {
      const [, until = '', phone = '', given = ''] = /^(\d{13,15})\.(\+?\d{4,20})\.([\w-]{43})$/.exec(ticket) ?? []
      if (Number(until) <= now.getTime()) return undefined
      const own = sign({ userId, phone }, until)
      return given.length === own.length && timingSafeEqual(Buffer.from(given), Buffer.from(own)) ? phone : undefined
    },
  }
}
