import type { FastifyRequest } from 'fastify'

/**
 * The origin that the caller reached, for example `https://paidang.example`. Behind a trusted proxy it is that of the
 * proxy. Send it back to this caller only, who may have forged the host.
 */
export function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}
