import { LIVE_CLOSE, LIVE_PATH, type LiveClientMessage, type LiveServerMessage } from '@paidang/api/live'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { API_PREFIX } from '../http/serve.ts'

/** One client of the live connection, over the network, with all that it heard. */
export type LiveClient = {
  socket: WebSocket
  heard: LiveServerMessage[]
  send(message: LiveClientMessage): void
  sendText(text: string): void
  /** The next message of that type, one that came already included; each is answered once. */
  next(type: LiveServerMessage['type']): Promise<LiveServerMessage>
  /** The code of the close. */
  closed: Promise<number>
}

const PATIENCE_MS = 60_000

/** Opens a connection to an app; it listens from the first one on. @throws Error with the status when it is refused */
export async function openLive(app: FastifyInstance, headers: Record<string, string> = {}): Promise<LiveClient> {
  const address = app.server.listening
    ? `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
    : await app.listen({ host: '127.0.0.1', port: 0 })
  // The library's own client; the server's options name it.
  const { WebSocket: Client } = app.websocketServer.options
  if (!Client) throw new Error('the live connection is not served')
  const socket = new Client(`${address.replace('http', 'ws')}${API_PREFIX}${LIVE_PATH}`, { headers })
  const heard: LiveServerMessage[] = []
  const unread: LiveServerMessage[] = []
  const waiting: { type: string; tell: (message: LiveServerMessage) => void }[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as LiveServerMessage
    heard.push(message)
    const index = waiting.findIndex(({ type }) => type === message.type)
    if (index >= 0) waiting.splice(index, 1)[0]?.tell(message)
    else unread.push(message)
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  return {
    socket,
    heard,
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
    next(type) {
      const index = unread.findIndex((message) => message.type === type)
      const known = index >= 0 && unread.splice(index, 1)[0]
      if (known) return Promise.resolve(known)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no "${type}" in ${PATIENCE_MS} ms`)), PATIENCE_MS)
        const tell = (message: LiveServerMessage) => {
          clearTimeout(timer)
          resolve(message)
        }
        waiting.push({ type, tell })
      })
    },
    closed,
  }
}

/** What a `hello` with this token comes to, as the permission matrix writes it: 200 welcome, 401 and 403 by the close. */
export async function statusOfHello(app: FastifyInstance, token = ''): Promise<number> {
  const client = await openLive(app)
  client.send({ type: 'hello', token })
  const status = await Promise.race([
    client.next('welcome').then(() => 200),
    client.closed.then((code) => (code === LIVE_CLOSE.session ? 401 : code === LIVE_CLOSE.audience ? 403 : code)),
  ])
  client.socket.terminate()
  return status
}
