import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'

/** Where somebody logs in. */
export type Device = { platform: 'web' | 'weapp'; device: string }

/** Longer than any that browsers send. */
const MAX_USER_AGENT_LENGTH = 512

/** Where a call comes from: the mini-program says so itself, and who it runs on stands in the User-Agent. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): Device {
  const platform = headers['x-client'] === 'weapp' ? 'weapp' : 'web'
  return { platform, device: deviceName(headers['user-agent'] ?? '') }
}

/** What its owner recognises a device by, such as Chrome · macOS or WeChat · iPhone; empty for one that says nothing. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  const machine = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
  return [browser.name, machine].filter(Boolean).join(' · ')
}
