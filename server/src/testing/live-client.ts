import { LIVE_CLOSE, LIVE_PATH, type LiveClientMessage, type LiveServerMessage } from '@paidang/api/live'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { API_PREFIX } from '../http/serve.ts'

/** One client of the live connection, over the network, with all messages it received. */
export type LiveClient = {
  socket: WebSocket
  heard: LiveServerMessage[]
  send(message: LiveClientMessage): void
  sendText(text: string): void
  /** The next message of this type, which may have arrived already. Each message is returned once. */
  next(type: LiveServerMessage['type']): Promise<LiveServerMessage>
  /** The code with which the connection closed. */
  closed: Promise<number>
}

const PATIENCE_MS = 60_000

/** Opens a connection to an app. The app starts to listen at the first one. @throws Error with the status if refused */
export async function openLive(app: FastifyInstance, headers: Record<string, string> = {}): Promise<LiveClient> {
  const address = app.server.listening
    ? `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
    : await app.listen({ host: '127.0.0.1', port: 0 })
  // The client class of the WebSocket library. Only the server's options give access to it.
  const { WebSocket: Client } = app.websocketServer.options
  if (!Client) throw new Error('the live connection is not served')
  const socket = new Client(`${address.replace('http', 'ws')}${API_PREFIX}${LIVE_PATH}`, { headers })
  const heard: LiveServerMessage[] = []
  const unread: LiveServerMessage[] = []
  const waiting: { type: string; notify: (message: LiveServerMessage) => void }[] = []
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as LiveServerMessage
    heard.push(message)
    const index = waiting.findIndex(({ type }) => type === message.type)
    if (index >= 0) waiting.splice(index, 1)[0]?.notify(message)
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
        const notify = (message: LiveServerMessage) => {
          clearTimeout(timer)
          resolve(message)
        }
        waiting.push({ type, notify })
      })
    },
    closed,
  }
}

/** The result of a `hello` with this token, as in the permission matrix. A welcome is 200, else 401 or 403. */
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
