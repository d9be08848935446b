/** What went wrong inside of the mini-program, which WeChat would only have written into its console. */
export class Faults {
  readonly all: string[] = []

  add(where: string, cause: unknown): void {
    this.all.push(`${where}: ${wordsOf(cause)}`)
  }

  /** Runs a piece of the app; what it throws is kept. */
  guard<T>(where: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.add(where, error)
      return undefined
    }
  }

  /** Throws when anything went wrong. */
  check(): void {
    if (this.all.length > 0) throw new Error(`the mini-program failed:\n${this.all.join('\n')}`)
  }
}

function wordsOf(cause: unknown): string {
  // Errors of the app come from another realm: instanceof does not know them.
  const { stack, message } = (cause ?? {}) as { stack?: unknown; message?: unknown }
  return String(stack ?? message ?? cause)
}
