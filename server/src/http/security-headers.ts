import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** Without https in front the browser would be told never to come back by http. */
const setHeadersFor = (isSecure: boolean) =>
  helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'"],
        connectSrc: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
  })

/** Games are listed by distance; our pages use nothing else of a device. */
const PERMISSIONS =
  'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), serial=(), bluetooth=(), midi=(), display-capture=()'

const POLICY = 'content-security-policy'
const CONNECT_SELF = "connect-src 'self'"

/**
 * Tells browsers with every answer what to refuse, and under an https address to stay there. The library says once which headers these are: they never vary, and
 * putting them together anew costs a fifth of an answer that is ready.
 */
export function useSecurityHeaders(app: FastifyInstance, publicUrl: string | undefined): void {
  const setHeaders = setHeadersFor(publicUrl?.startsWith('https:') === true)
  const sample = new ServerResponse(new IncomingMessage(new Socket()))
  setHeaders(sample.req, sample, (error) => {
    if (error) throw error
  })
  const headers = { ...sample.getHeaders(), 'permissions-policy': PERMISSIONS }
  const policy = String(sample.getHeader(POLICY))
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
