import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../http/network-of.ts'
import { isSecure } from '../../../http/origin.ts'
import type { KnownDevices, LogInSource } from './tries.ts'

/**
 * The cookie in which a browser keeps the accounts that logged in on it. It opens nothing; the password is still
 * needed.
 */
export type DeviceCookies = {
  /** Where a log-in comes from, for its limits. */
  sourceOf(request: FastifyRequest): LogInSource
  /** Records in the browser that this account has logged in on it. */
  remember(request: FastifyRequest, reply: FastifyReply, accountId: string): void
}

const COOKIE = 'paidang-devices'
const COOKIE_SECONDS = 31_536_000
const DEVICE_BYTES = 12
/** Enough for a family's device. The account that logged in longest ago is dropped. */
const MOST_ACCOUNTS = 8
const ENTRY = /^([a-z]+:\d+)\.([\w-]{16})\.([\w-]{43})$/

/** Creates the cookies under one secret of the server: `account.device.signature`, the latest log-in first. */
export function createDeviceCookies(secret: string): DeviceCookies {
  const sign = (accountId: string, device: string) =>
    createHmac('sha256', secret).update(`known-device|${accountId}|${device}`).digest('base64url')
  const isOurs = (entry: string) => {
    const [, accountId = '', device = '', given = ''] = ENTRY.exec(entry) ?? []
    const own = sign(accountId, device)
    return given.length === own.length && timingSafeEqual(Buffer.from(given), Buffer.from(own))
  }
  const entriesOf = (request: FastifyRequest) => {
    const value = new RegExp(`(?:^|; *)${COOKIE}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1] ?? ''
    return value.split(',').slice(0, MOST_ACCOUNTS).filter(isOurs)
  }
  const isOf = (accountId: string) => (entry: string) => entry.startsWith(`${accountId}.`)

  const read = (request: FastifyRequest): KnownDevices => {
    const entries = entriesOf(request)
    return { of: (accountId) => entries.find(isOf(accountId))?.split('.')[1] }
  }

  return {
    sourceOf: (request) => ({ address: networkOf(request.ip), devices: read(request) }),

    remember(request, reply, accountId) {
      const entries = entriesOf(request)
      const device = entries.find(isOf(accountId))?.split('.')[1] ?? randomBytes(DEVICE_BYTES).toString('base64url')
      const others = entries.filter((entry) => !isOf(accountId)(entry))
      const own = `${accountId}.${device}.${sign(accountId, device)}`
      const value = [own, ...others].slice(0, MOST_ACCOUNTS).join(',')
      const secure = isSecure(request) ? '; Secure' : ''
      reply.header(
        'set-cookie',
        `${COOKIE}=${value}; Path=/aaapi; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
      )
    },
  }
}
