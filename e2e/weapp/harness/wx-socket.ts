import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Faults } from './faults.ts'
import { frameOf, framesIn, OPCODE } from './socket-frames.ts'

type Options = { url: string; success?: (answer: unknown) => void; complete?: (answer: unknown) => void }
type Listener = (payload: unknown) => void

type Parts = {
  /** Where the server under test has what the app knows under this address; undefined for another host. */
  addressOf: (url: string) => string | undefined
  faults: Faults
  copy: <T>(value: T) => T
  later: (where: string, work: () => void) => void
  /** The app's own time, in milliseconds. */
  nowMs: () => number
  /** Something came over a connection, or one has ended. */
  onAnswer: () => void
}

/** One connection of the app: what went each way, and how it ended. */
export type Wire = {
  url: string
  begunMs: number
  isOpen: boolean
  sent: string[]
  heard: string[]
  closeCode: number | undefined
}

/** What the server answers to each message of the app. */
const ANSWER = /"type":"(welcome|watching)"/
const BROKEN = 1006
const NO_CODE = 1005
const NORMAL = 1000
/** Source: developers.weixin.qq.com/miniprogram/dev/api/wx.connectSocket.html */
const MOST_AT_ONCE = 5
/** Who connects again more often than this after breaks wears out the phone and the server: a rule of our own. */
const MOST_BREAKS = 3
const BREAKS_WITHIN_MS = 1000

/** wx.connectSocket: real connections to the running server, whatever address was built in. */
export class Sockets {
  /** Every connection, in the order in which they were begun. */
  readonly wires: Wire[] = []
  /** Off, each connection fails, as behind a proxy that lets none through. */
  isAllowed = true
  #isClosed = false
  readonly #streams = new Set<Duplex>()
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether every connection is made or refused, and every message on it is answered. */
  get isIdle(): boolean {
    return this.wires.every(
      ({ closeCode, isOpen, sent, heard }) =>
        closeCode !== undefined || (isOpen && heard.filter((text) => ANSWER.test(text)).length >= sent.length),
    )
  }

  /** Every connection breaks. */
  cut(): void {
    for (const stream of this.#streams) stream.destroy()
  }

  /** Nothing reaches the app after this. */
  close(): void {
    this.#isClosed = true
    this.cut()
  }

  /** wx.connectSocket: the task at once, the connection a little later. */
  readonly connect = (options: Options): object => {
    const { later, copy, faults, addressOf, onAnswer } = this.#parts
    const begunMs = this.#parts.nowMs()
    const wire: Wire = { url: options.url, begunMs, isOpen: false, sent: [], heard: [], closeCode: undefined }
    this.wires.push(wire)
    this.#complain()
    const listeners = new Map<string, Listener>()
    const tell = (what: string, payload: object) => {
      const listener = listeners.get(what)
      if (listener && !this.#isClosed) faults.guard(`socket ${what}`, () => listener(copy(payload)))
      onAnswer()
    }
    const end = (code: number) => {
      if (wire.closeCode !== undefined) return
      wire.closeCode = code
      if (code === BROKEN) tell('error', { errMsg: 'connectSocket:fail' })
      tell('close', { code, reason: '' })
    }
    let stream: Duplex | undefined
    later('connectSocket', () => {
      options.success?.(copy({ errMsg: 'connectSocket:ok', socketTaskId: this.wires.length }))
      options.complete?.(copy({ errMsg: 'connectSocket:ok' }))
      const address = addressOf(options.url.replace(/^ws/, 'http'))
      if (!address) faults.add('wx.connectSocket', `${options.url} is not on the server`)
      if (!address || !this.isAllowed) {
        later('connectSocket fails', () => end(BROKEN))
        return
      }
      const handshake = request(address, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
        },
      })
      handshake.on('upgrade', (_response, opened, head) => {
        stream = opened
        this.#carry(opened, head, { wire, tell, end })
      })
      handshake.on('response', () => end(BROKEN))
      handshake.on('error', () => end(BROKEN))
      handshake.end()
    })
    const listen = (what: string) => (listener: Listener) => {
      listeners.set(what, listener)
    }
    return {
      onOpen: listen('open'),
      onMessage: listen('message'),
      onError: listen('error'),
      onClose: listen('close'),
      send: ({ data }: { data: string }) => {
        wire.sent.push(data)
        stream?.write(frameOf(OPCODE.text, Buffer.from(data)))
      },
      close: ({ code = NORMAL }: { code?: number } = {}) => {
        stream?.write(frameOf(OPCODE.close, bytesOf(code)))
        stream?.end()
        end(code)
      },
    }
  }

  /** Too many connections at once, or one after the other, are the app's fault. */
  #complain(): void {
    const { faults, nowMs } = this.#parts
    const open = this.wires.filter(({ closeCode }) => closeCode === undefined)
    if (open.length > MOST_AT_ONCE)
      faults.add('wx.connectSocket', `${open.length} connections are beyond ${MOST_AT_ONCE}`)
    const lately = this.wires.filter(({ begunMs }) => begunMs > nowMs() - BREAKS_WITHIN_MS)
    const broken = lately.filter(({ closeCode }) => closeCode === BROKEN)
    if (broken.length >= MOST_BREAKS)
      faults.add('wx.connectSocket', `connects again after ${broken.length} breaks in a second`)
  }

  #carry(
    stream: Duplex,
    head: Buffer,
    { wire, tell, end }: { wire: Wire; tell: (what: string, payload: object) => void; end: (code: number) => void },
  ): void {
    this.#streams.add(stream)
    let rest: Buffer = Buffer.alloc(0)
    const read = (bytes: Buffer) => {
      rest = framesIn(Buffer.concat([rest, bytes]), ({ opcode, payload }) => {
        if (opcode === OPCODE.text) {
          wire.heard.push(payload.toString())
          tell('message', { data: payload.toString() })
        } else if (opcode === OPCODE.ping) stream.write(frameOf(OPCODE.pong, payload))
        else if (opcode === OPCODE.close) {
          const code = payload.length >= 2 ? payload.readUInt16BE(0) : NO_CODE
          stream.end(frameOf(OPCODE.close, bytesOf(code)))
          end(code)
        }
      })
    }
    stream.on('data', read)
    stream.on('error', () => end(BROKEN))
    stream.on('close', () => {
      this.#streams.delete(stream)
      end(BROKEN)
    })
    wire.isOpen = true
    tell('open', { header: {} })
    read(head)
  }
}

function bytesOf(code: number): Buffer {
  return Buffer.from([code >> 8, code & 0xff])
}
