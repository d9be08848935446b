type Listener = (event: { type: 'abort' }) => void

class Signal {
  aborted = false
  reason: unknown = undefined
  onabort: Listener | null = null
  private listeners: Listener[] = []

  addEventListener(_type: 'abort', listener: Listener) {
    this.listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: Listener) {
    this.listeners = this.listeners.filter((other) => other !== listener)
  }

  throwIfAborted() {
    if (this.aborted) throw this.reason
  }

  dispatch(reason: unknown) {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    const event = { type: 'abort' as const }
    this.onabort?.(event)
    for (const listener of this.listeners) listener(event)
  }
}

/** The part of the web's AbortController that queries need, since WeChat has none. */
export class AbortController {
  signal = new Signal()

  abort(reason: unknown = Object.assign(new Error('aborted'), { name: 'AbortError' })) {
    this.signal.dispatch(reason)
  }
}
