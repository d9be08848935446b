import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

type Place = {
  isSecure: boolean
  /** Where pictures are, if elsewhere. */
  picturesUrl?: string
  /** SHA-256 of the scripts that are part of the page, in base64. */
  scriptHashes?: readonly string[]
}

/** Without an https address there is no strict-transport header. It would stop the browser from ever using http. */
const setHeadersFor = ({ isSecure, picturesUrl, scriptHashes = [] }: Place) =>
  helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:', ...(picturesUrl ? [picturesUrl] : [])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)],
        connectSrc: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: false },
  })

/**
 * Games are sorted by distance. Our pages use no other feature of a device. Chromium warns on each page of a name that
 * it does not know.
 */
const PERMISSIONS =
  'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), serial=(), midi=(), display-capture=()'

/** The header with the policy of a page. */
export const POLICY = 'content-security-policy'
const CONNECT_SELF = "connect-src 'self'"

/**
 * Adds security headers to every answer. Under an https address they make browsers stay with https. The library
 * computes the headers once. They never vary, and computing them again costs a fifth of a ready answer.
 */
export function useSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, ...place }: { publicUrl: string | undefined } & Omit<Place, 'isSecure'>,
): void {
  const headers = headersFor({ ...place, isSecure: publicUrl?.startsWith('https:') === true })
  const policy = String(headers[POLICY])
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers)
    // The policy matters only for pages, and no call returns a page.
    if (!request.url.startsWith('/aaapi/')) reply.header(POLICY, withSockets(policy, request.host))
    next()
  })
}

/** The content security policy of a page of this host. */
export function pagePolicyOf(host: string): string {
  return withSockets(String(headersFor({ isSecure: false })[POLICY]), host)
}

function headersFor(place: Place): OutgoingHttpHeaders {
  const sample = new ServerResponse(new IncomingMessage(new Socket()))
  setHeadersFor(place)(sample.req, sample, (error) => {
    if (error) throw error
  })
  return { ...sample.getHeaders(), 'permissions-policy': PERMISSIONS }
}

/**
 * The policy that lets a page of this host open a socket to it. Safari before 15.4 does not count sockets to 'self',
 * and allowing every host would let a page send data anywhere.
 */
function withSockets(policy: string, host: string): string {
  if (!/^([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/i.test(host)) return policy
  return policy.replace(CONNECT_SELF, `${CONNECT_SELF} ws://${host} wss://${host}`)
}
