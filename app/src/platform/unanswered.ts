import { readStored, store } from './storage'

/** Keys by request. Each belongs to a press that may have reached the server. */
type Kept = Record<string, { key: string; at: number }>

/** The server replays an answer for this long, in milliseconds. Source: decision "The HTTP surface" */
const KEPT_MS = 24 * 3_600_000

/**
 * The key of a creation: the one of an earlier press of the same request that got no answer, else this one. It is kept
 * on the device, so that a press after a restart of the app is a repeat for the server too.
 */
export function keyOfPress(request: string, key: string, now: number): string {
  const kept = readKept()
  const found = kept[printOf(request)]
  if (found && now - found.at < KEPT_MS) return found.key
  store('unanswered', { ...kept, [printOf(request)]: { key, at: now } })
  return key
}

/** Forgets the key of a request that was answered, and those that are too old. */
export function forgetPress(request: string, now: number): void {
  const rest = Object.entries(readKept()).filter(([print, { at }]) => print !== printOf(request) && now - at < KEPT_MS)
  store('unanswered', Object.fromEntries(rest))
}

const readKept = () => readStored<Kept>('unanswered') ?? {}

/** A short print, so that the device keeps no words of the request. The server compares the whole request. */
function printOf(request: string): string {
  let print = 5381
  for (let at = 0; at < request.length; at++) print = (print * 33 + request.charCodeAt(at)) % 4_294_967_296
  return `${print}-${request.length}`
}
