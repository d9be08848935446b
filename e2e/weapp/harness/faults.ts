/** Errors inside the mini-program, which WeChat would only write to its console. */
export class Faults {
  readonly all: string[] = []

  add(where: string, cause: unknown): void {
    this.all.push(`${where}: ${wordsIn(cause)}`)
  }

  /** Runs a part of the app and records what it throws. */
  guard<T>(where: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.add(where, error)
      return undefined
    }
  }

  /** @throws Error if anything went wrong */
  check(): void {
    if (this.all.length > 0) throw new Error(`the mini-program failed:\n${this.all.join('\n')}`)
  }
}

function wordsIn(cause: unknown): string {
  // Errors of the app come from another realm, so instanceof does not recognize them.
  const { stack, message } = (cause ?? {}) as { stack?: unknown; message?: unknown }
  return String(stack ?? message ?? cause)
}
