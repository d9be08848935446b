import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import Bowser from 'bowser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../../http/network-of.ts'
import { isSecure } from '../../../http/origin.ts'
import type { KnownDevices, LogInSource } from './tries.ts'

/** The platform and the device of a log-in. */
export type Device = { platform: 'web' | 'weapp'; device: string }

/** Longer than any that browsers send. */
const MAX_USER_AGENT_LENGTH = 512

/** Reads where a call comes from. The mini-program names itself; the User-Agent names the device. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): Device {
  const platform = headers['x-client'] === 'weapp' ? 'weapp' : 'web'
  return { platform, device: deviceName(headers['user-agent'] ?? '') }
}

/**
 * The name by which its owner recognises a device, such as Chrome · macOS or WeChat · iPhone. Empty when the User-Agent
 * says nothing.
 */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  const machine = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
  return [browser.name, machine].filter(Boolean).join(' · ')
}

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
