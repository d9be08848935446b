import { randomBytes } from 'node:crypto'

/** The opcodes of the WebSocket frames that occur here. Source: RFC 6455, section 5.2. */
export const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const

/** One received frame. */
export type Frame = { opcode: number; payload: Buffer }

const FIN = 0x80
const MASKED = 0x80
const LENGTH_16 = 126
const LENGTH_64 = 127
const MASK_BYTES = 4

/** A frame as a client sends it: unfragmented and masked. */
export function frameOf(opcode: number, payload: Buffer): Buffer {
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
export function framesIn(bytes: Buffer, onFrame: (frame: Frame) => void): Buffer {
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
