import type { FastifyRequest } from 'fastify'

/**
 * Where the caller reached us, for example `https://paidang.example`: behind a trusted proxy that is the proxy's own address.
 * It goes back to this caller only, who may have written any host.
 */
export function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}
