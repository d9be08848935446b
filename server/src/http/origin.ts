import type { FastifyRequest } from 'fastify'

/**
 * The origin that the caller reached, for example `https://paidang.example`. Behind a trusted proxy it is that of the
 * proxy. Send it back to this caller only, who may have forged the host.
 */
export function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}

/** Whether the caller's browser uses https, as far as the proxy in front or the configured address tell. */
export function isSecure({ protocol, server }: FastifyRequest): boolean {
  return protocol === 'https' || server.publicUrl?.startsWith('https:') === true
}

/**
 * Whether no page of another site sent the request. Browsers say where it comes from; old ones, and pages without https,
 * name only the origin of a write.
 */
export function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}

/** Headers in which proxies name their callers. Behind a proxy every caller seems to be on this machine. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-original-forwarded-for',
  'x-client-ip',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
]
/** The names under which a browser on this machine reaches it. */
const OWN_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Whether a proxy forwarded the request, so that its sender may be anywhere. A proxy without such a header still asks
 * for the name that its callers typed.
 */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return !OWN_NAME.test(headers.host ?? '') || PROXY_HEADERS.some((name) => headers[name] !== undefined)
}
