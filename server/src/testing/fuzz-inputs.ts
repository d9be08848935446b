import { createHash } from 'node:crypto'
import { isLongRun } from './run-length.ts'

const emoji = '😀'.repeat(300)
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Values of one kind. Code that refuses one of them most likely refuses the others. */
type FuzzKind = readonly string[]

/** Texts that often break servers: bounds of integers, impossible days, NUL, half characters, path traversal, code. */
export const FUZZ_TEXTS: readonly FuzzKind[] = [
  ['', ' '],
  ['0', '-1', '07', '1.5', '７', '1e308', 'NaN', 'Infinity'],
  ['2147483648', '9007199254740993', '9223372036854775807', '9223372036854775808', '9'.repeat(40)],
  ['null', 'true', '123456', 'defaultUserId', '7-8', '1-1-1', '__proto__', 'constructor'],
  ['0000-01-01', '2026-02-30', '2026/02/30', '2026-13-01', '99999-01-01', '2026-05-02T10:00:00Z'],
  ['\u0000', 'a\u0000b'],
  [emoji, 'a'.repeat(5_000)],
  ["=cmd|' /C calc'!A0", '<img src=x onerror=alert(1)>', "' or 1=1; --", '%_%'],
  ['../', '%00', '%2e%2e'],
]

/** The same as JSON, and values that only JSON has. Each entry is one value in JSON notation. */
export const FUZZ_JSON: readonly FuzzKind[] = [
  ...FUZZ_TEXTS.map((kind) => kind.map((text) => JSON.stringify(text))),
  ['"\\ud800"', '"x\\udc00"'],
  ['null', 'true'],
  ['0', '-0', '-1', '0.5', '1e-400'],
  ['1e308', '1e400', '2147483648', '9007199254740993', '9223372036854775808'],
  ['[]', '[null]', '[[]]', deep(11), deep(5_000)],
  ['{}', '{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}', '{"$gt":""}'],
]

/** Columns that no caller may set. A body that names them must not change them. */
export const FORBIDDEN_FIELDS: readonly FuzzKind[] = [
  ['id', 'userId', 'companyId', 'openId', 'orderId', 'merchantId', 'createdBy', 'createdAt'],
  ['userType', 'verified', 'isAdmin', 'delFlag', 'likesCount'],
  ['balance', 'price', 'remainingSessions', 'heldSessions'],
  ['status', 'invitationStatus', 'approveStatus', 'needContract'],
  // Parameters of use cases that do not come from the form.
  ['by', 'now', 'staff', 'staffId'],
]

/** SAMPLE_SEED=… selects another sample than the usual one. */
const { SAMPLE_SEED = '1' } = process.env

/** A number that is always the same for this seed and place. */
const numberOf = (place: string) => createHash('sha256').update(`${SAMPLE_SEED} ${place}`).digest().readUInt32BE()

/** One of these, always the same for this seed and place. In the long run: all of them. */
export function oneOf<One>(all: readonly One[], place: string): One[] {
  const at = numberOf(place) % all.length
  return all.filter((_, index) => isLongRun || index === at)
}

/**
 * The values to try at a place: one of every fourth kind, always the same for this seed and place. In the long run: all
 * values.
 *
 * @param place what the choice depends on, such as a route and a field
 */
export function sampleOf(kinds: readonly FuzzKind[], place: string): string[] {
  const tried = kinds.filter((_, index) => isLongRun || numberOf(`whether ${place} ${index}`) % 4 === 0)
  return tried.flatMap((kind) => oneOf(kind, `${place} ${kinds.indexOf(kind)}`))
}
