import { setTimeout as sleep } from 'node:timers/promises'
import { grouped } from './numbers.ts'
import type { Product } from './product.ts'
import type { Section } from './report.ts'
import { sized } from './scale.ts'
import { residentMbOf, type Usage } from './usage.ts'

const POLL_MS = 250
const MAX_IDLE_MB = 150
const REST_SECONDS = sized(5, 0)

/** The resident memory of the server before, during and after a load. */
export class MemoryWatch {
  private peakMb: Usage

  private constructor(
    private readonly product: Product,
    private readonly idleMb: Usage,
  ) {}

  /** Lets a freshly started product rest a while, before any request. */
  static async begin(product: Product): Promise<MemoryWatch> {
    await sleep(REST_SECONDS * 1000)
    return new MemoryWatch(product, residentMbOf(product.pid))
  }

  /** Samples the memory repeatedly while the load runs. */
  async during<T>(load: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => {
      const mb = residentMbOf(this.product.pid)
      if (mb !== undefined) this.peakMb = Math.max(this.peakMb ?? 0, mb)
    }, POLL_MS)
    try {
      return await load()
    } finally {
      clearInterval(timer)
    }
  }

  /** Waits a while, takes a last sample, and returns the results. */
  async section(): Promise<Section> {
    await sleep(REST_SECONDS * 1000)
    const value = (mb: Usage) => (mb === undefined ? 'not told by this system' : grouped(mb))
    return {
      heading: 'Memory of the server process, MB resident',
      rows: [
        {
          what: `idle, ${REST_SECONDS} s after the start`,
          value: value(this.idleMb),
          goal: `≤ ${MAX_IDLE_MB}`,
          ...(this.idleMb !== undefined && { met: this.idleMb <= MAX_IDLE_MB }),
          cause: 'Node alone has 40; the rest is what is loaded and compiled, and the first run of each job',
        },
        { what: 'highest under the grid load', value: value(this.peakMb) },
        { what: `${REST_SECONDS} s after it`, value: value(residentMbOf(this.product.pid)) },
      ],
    }
  }
}
