/** Source: developers.weixin.qq.com, "wx.setStorage" */
const MAX_KEY_BYTES = 1024 * 1024
const MAX_BYTES = 10 * 1024 * 1024

/** The app's storage on the device. Values are copied on write and on read. */
export class DeviceStorage {
  readonly #texts = new Map<string, string>()
  readonly #copy: <T>(value: T) => T

  constructor(copy: <T>(value: T) => T, begin: Record<string, unknown> = {}) {
    this.#copy = copy
    for (const [key, value] of Object.entries(begin)) this.set(key, value)
  }

  /** The value of a key. Undefined if there is none. */
  get(key: string): unknown {
    const text = this.#texts.get(key)
    return text === undefined ? undefined : this.#copy(JSON.parse(text))
  }

  set(key: string, value: unknown): void {
    const text = JSON.stringify(value)
    if (text === undefined) throw new Error(`setStorage: ${key} cannot be stored`)
    const others = [...this.#texts].filter(([other]) => other !== key)
    const bytes = others.reduce((sum, [, other]) => sum + Buffer.byteLength(other), Buffer.byteLength(text))
    if (Buffer.byteLength(text) > MAX_KEY_BYTES) throw new Error(`setStorage:fail entry ${key} is beyond 1 MB`)
    if (bytes > MAX_BYTES) throw new Error('setStorage:fail exceed storage max size 10Mb')
    this.#texts.set(key, text)
  }

  get keys(): string[] {
    return [...this.#texts.keys()]
  }

  /** The synchronous calls of wx. */
  get sync(): Record<string, (...parts: never[]) => unknown> {
    return {
      // WeChat returns an empty string for a key that was never written.
      getStorageSync: (key: string) => this.get(key) ?? '',
      setStorageSync: (key: string, value: unknown) => this.set(key, value),
      removeStorageSync: (key: string) => void this.#texts.delete(key),
      clearStorageSync: () => this.#texts.clear(),
      getStorageInfoSync: () => this.#copy({ keys: this.keys, currentSize: 1, limitSize: 10_240 }),
    }
  }

  /** The asynchronous calls of wx: their result, or a refusal as text. */
  get async(): Record<string, (options: Record<string, unknown>) => object | string> {
    return {
      getStorage: ({ key }) => {
        const data = this.get(String(key))
        return data === undefined ? 'data not found' : { data }
      },
      setStorage: ({ key, data }) => {
        try {
          this.set(String(key), data)
        } catch (error) {
          return (error as Error).message.replace('setStorage:fail ', '')
        }
        return {}
      },
      removeStorage: ({ key }) => {
        this.#texts.delete(String(key))
        return {}
      },
      clearStorage: () => {
        this.#texts.clear()
        return {}
      },
      getStorageInfo: () => ({ keys: this.keys, currentSize: 1, limitSize: 10_240 }),
    }
  }
}
