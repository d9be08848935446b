import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

const setHeaders = helmet({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      styleSrc: ["'self'", "'unsafe-inline'"],
      scriptSrc: ["'self'"],
      connectSrc: ["'self'"],
      upgradeInsecureRequests: null,
    },
  },
  // Without https in front the browser would be told never to come back by http.
  strictTransportSecurity: false,
})

const POLICY = 'content-security-policy'
const CONNECT_SELF = "connect-src 'self'"

/**
 * Tells browsers with every answer what to refuse. The library says once which headers these are: they never vary, and
 * putting them together anew costs a fifth of an answer that is ready.
 */
export function useSecurityHeaders(app: FastifyInstance): void {
  const sample = new ServerResponse(new IncomingMessage(new Socket()))
  setHeaders(sample.req, sample, (error) => {
    if (error) throw error
  })
  const headers = sample.getHeaders()
  const policy = String(headers[POLICY])
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers)
    // Only pages act by their policy, and no page stands among the calls.
    if (!request.url.startsWith('/aaapi/')) reply.header(POLICY, withSockets(policy, request.host))
    next()
  })
}

/**
 * The policy that lets a page of this host open a socket to it. Safari before 15.4 does not count sockets to 'self', and
 * naming every host would let a page tell anybody anything.
 */
function withSockets(policy: string, host: string): string {
  if (!/^([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/i.test(host)) return policy
  return policy.replace(CONNECT_SELF, `${CONNECT_SELF} ws://${host} wss://${host}`)
}
