import type { FastifyRequest } from 'fastify'

/**
 * The origin that the caller reached, for example `https://paidang.example`. Behind a trusted proxy it is that of the
 * proxy. Send it back to this caller only, who may have forged the host.
 */
export function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}

/** Headers in which proxies name their callers. Behind a proxy every caller seems to be on this machine. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Whether a proxy forwarded the request, so that its sender may be anywhere. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return PROXY_HEADERS.some((name) => headers[name] !== undefined)
}
