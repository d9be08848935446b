import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Faults } from './faults.ts'

/** The opcodes of the WebSocket frames that occur here. Source: RFC 6455, section 5.2. */
const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const

/** One received frame. */
type Frame = { opcode: number; payload: Buffer }

const FIN = 0x80
const MASKED = 0x80
const LENGTH_16 = 126
const LENGTH_64 = 127
const MASK_BYTES = 4

/** A frame as a client sends it: unfragmented and masked. */
function frameOf(opcode: number, payload: Buffer): Buffer {
  if (payload.length > 0xffff) throw new Error('the harness sends no frame of that length')
  const length =
    payload.length < LENGTH_16
      ? Buffer.from([MASKED | payload.length])
      : Buffer.from([MASKED | LENGTH_16, payload.length >> 8, payload.length & 0xff])
  const mask = randomBytes(MASK_BYTES)
  const masked = payload.map((byte, index) => byte ^ (mask[index % MASK_BYTES] ?? 0))
  return Buffer.concat([Buffer.from([FIN | opcode]), length, mask, masked])
}

/** Splits the bytes of a server into frames. @returns the rest, which is not a complete frame yet */
function framesIn(bytes: Buffer, onFrame: (frame: Frame) => void): Buffer {
  let rest = bytes
  while (rest.length >= 2) {
    const [first = 0, second = 0] = rest
    const head = second === LENGTH_16 ? 4 : second === LENGTH_64 ? 10 : 2
    if (rest.length < head) break
    const length = head === 2 ? second : head === 4 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2))
    if (rest.length < head + length) break
    onFrame({ opcode: first & 0x0f, payload: rest.subarray(head, head + length) })
    rest = rest.subarray(head + length)
  }
  return rest
}

type Options = { url: string; success?: (answer: unknown) => void; complete?: (answer: unknown) => void }
type Listener = (payload: unknown) => void

type Parts = {
  /** The address at the server under test for an address of the app. Undefined for another host. */
  addressOf: (url: string) => string | undefined
  faults: Faults
  copy: <T>(value: T) => T
  later: (where: string, work: () => void) => void
  /** The app's own time, in milliseconds. */
  nowMs: () => number
  /** Runs when a message has arrived or a connection has ended. */
  onAnswer: () => void
}

/** One connection of the app: the messages in each direction, and how it ended. */
type Wire = {
  url: string
  begunMs: number
  isOpen: boolean
  sent: string[]
  heard: string[]
  closeCode: number | undefined
}

/** The server's answer to each message of the app. */
const ANSWER = /"type":"(welcome|watching)"/
const BROKEN = 1006
const NO_CODE = 1005
const NORMAL = 1000
/** Source: developers.weixin.qq.com/miniprogram/dev/api/wx.connectSocket.html */
const MOST_AT_ONCE = 5
/**
 * More reconnections after breaks than this waste the phone's battery and the server's work. A rule of this project.
 */
const MOST_BREAKS = 3
const BREAKS_WITHIN_MS = 1000

/** wx.connectSocket: real connections to the running server, whatever address was built in. */
export class Sockets {
  /** Every connection, in the order of opening. */
  readonly wires: Wire[] = []
  /** If false, each connection fails, as behind a proxy that blocks them. */
  isAllowed = true
  #isClosed = false
  readonly #streams = new Set<Duplex>()
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether every connection is open or refused, and every message on it is answered. */
  get isIdle(): boolean {
    return this.wires.every(
      ({ closeCode, isOpen, sent, heard }) =>
        closeCode !== undefined || (isOpen && heard.filter((text) => ANSWER.test(text)).length >= sent.length),
    )
  }

  /** Breaks every connection. */
  cut(): void {
    for (const stream of this.#streams) stream.destroy()
  }

  /** Passes nothing more to the app. */
  close(): void {
    this.#isClosed = true
    this.cut()
  }

  /** wx.connectSocket: returns the task at once, and connects a little later. */
  readonly connect = (options: Options): object => {
    const { later, copy, faults, addressOf, onAnswer } = this.#parts
    const begunMs = this.#parts.nowMs()
    const wire: Wire = { url: options.url, begunMs, isOpen: false, sent: [], heard: [], closeCode: undefined }
    this.wires.push(wire)
    this.#complain()
    const listeners = new Map<string, Listener>()
    const notify = (what: string, payload: object) => {
      const listener = listeners.get(what)
      if (listener && !this.#isClosed) faults.guard(`socket ${what}`, () => listener(copy(payload)))
      onAnswer()
    }
    const end = (code: number) => {
      if (wire.closeCode !== undefined) return
      wire.closeCode = code
      if (code === BROKEN) notify('error', { errMsg: 'connectSocket:fail' })
      notify('close', { code, reason: '' })
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
        this.#carry(opened, head, { wire, notify, end })
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

  /** Records too many simultaneous or consecutive connections as an error of the app. */
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
    { wire, notify, end }: { wire: Wire; notify: (what: string, payload: object) => void; end: (code: number) => void },
  ): void {
    this.#streams.add(stream)
    let rest: Buffer = Buffer.alloc(0)
    const read = (bytes: Buffer) => {
      rest = framesIn(Buffer.concat([rest, bytes]), ({ opcode, payload }) => {
        if (opcode === OPCODE.text) {
          wire.heard.push(payload.toString())
          notify('message', { data: payload.toString() })
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
    notify('open', { header: {} })
    read(head)
  }
}

function bytesOf(code: number): Buffer {
  return Buffer.from([code >> 8, code & 0xff])
}
