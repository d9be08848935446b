import { ApiError, type ErrorCode } from '@paidang/api/catalogue/errors'

/** What is shared, and what an account is told that asks for too much of it. */
export type FairLimits = {
  /** Tasks that run at once, whoever they belong to. */
  atOnce: number
  /** Tasks of one account that run at once. */
  perAccount: number
  /** Tasks of one account that wait for their turn. */
  waitingPerAccount: number
  /** Tasks that wait, whoever they belong to. */
  waiting: number
  /** The refusal for an account that has enough waiting. */
  refusal: ErrorCode
}

type Account = { running: number; waiting: (() => void)[] }

/**
 * Lets tasks of many accounts take turns at something scarce. Of the accounts that wait each gets one turn, then the next:
 * whoever asks for much waits longer, and nobody else does.
 */
export class FairQueue {
  private readonly limits: FairLimits
  /** In the order of their turns. An account without tasks is not kept. */
  private readonly accounts = new Map<string, Account>()
  private running = 0
  private waiting = 0

  constructor(limits: FairLimits) {
    this.limits = limits
  }

  /**
   * Runs the task when its turn comes.
   *
   * @throws ApiError the refusal of the limits, or server_busy when too many wait; what the task throws
   */
  async run<T>(account: string, task: () => Promise<T> | T): Promise<T> {
    await this.turnOf(account)
    try {
      return await task()
    } finally {
      this.leave(account)
    }
  }

  private async turnOf(name: string): Promise<void> {
    const account = this.accounts.get(name) ?? { running: 0, waiting: [] }
    if (this.mayRun(account)) {
      this.accounts.set(name, account)
      this.begin(account)
      return
    }
    if (account.waiting.length >= this.limits.waitingPerAccount) throw new ApiError(this.limits.refusal)
    if (this.waiting >= this.limits.waiting) throw new ApiError('server_busy')
    this.accounts.set(name, account)
    this.waiting += 1
    await new Promise<void>((resolve) => account.waiting.push(resolve))
  }

  private mayRun({ running }: Account): boolean {
    return this.running < this.limits.atOnce && running < this.limits.perAccount
  }

  private begin(account: Account): void {
    account.running += 1
    this.running += 1
  }

  private leave(name: string): void {
    this.running -= 1
    const account = this.accounts.get(name)
    if (account) {
      account.running -= 1
      // Who had a turn is the last to get another.
      this.accounts.delete(name)
      if (account.running > 0 || account.waiting.length > 0) this.accounts.set(name, account)
    }
    this.callNext()
  }

  private callNext(): void {
    for (const account of this.accounts.values()) {
      const next = this.mayRun(account) ? account.waiting.shift() : undefined
      if (!next) continue
      // Its place is taken before it wakes, so that nobody who comes meanwhile takes it.
      this.begin(account)
      this.waiting -= 1
      next()
      return
    }
  }
}
