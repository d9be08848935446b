import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'

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
