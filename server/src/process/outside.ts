import { isIP } from 'node:net'
import { connect } from 'node:tls'

const PATIENCE_MS = 5_000
const ASKED_AGAIN_MS = 3_600_000

/**
 * Sends a sentence to a robot of WeCom (企业微信) or DingTalk (钉钉), which take the same form.
 *
 * @throws Error when it is not accepted
 */
export function tellAt(url: string): (content: string) => Promise<void> {
  return async (content) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msgtype: 'text', text: { content } }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const { errcode = 0 } = answer.ok ? ((await answer.json().catch(() => ({}))) as { errcode?: number }) : {}
    if (!answer.ok || errcode !== 0) throw new Error(`the address of alerts answered ${answer.status} ${errcode}`)
  }
}

/** Reads when the certificate of an https address ends, at most once an hour. An address that is away is asked again. */
export function certificateOf(url: string | undefined): () => Promise<Date | undefined> {
  let known: { endsAt: Date; askedAt: number } | undefined
  return async () => {
    if (!url?.startsWith('https:')) return undefined
    if (known && performance.now() - known.askedAt < ASKED_AGAIN_MS) return known.endsAt
    const endsAt = await readEnd(new URL(url))
    if (endsAt) known = { endsAt, askedAt: performance.now() }
    return endsAt ?? known?.endsAt
  }
}

/** The end of the certificate that a host shows, whoever signed it; undefined when the host does not answer. */
function readEnd({ hostname: host, port }: URL): Promise<Date | undefined> {
  return new Promise((resolve) => {
    const servername = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({ host, port: Number(port) || 443, rejectUnauthorized: false, ...servername }, () => {
      const { valid_to: end } = socket.getPeerCertificate()
      socket.end()
      resolve(end ? new Date(end) : undefined)
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
  })
}
