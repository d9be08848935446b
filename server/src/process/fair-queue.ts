import { ApiError, type ErrorCode } from '@paidang/api/catalogue/errors'

/** The limits of a queue, and the refusal for an account that exceeds them. */
export type FairLimits = {
  /** The tasks that run at once, over all accounts. */
  atOnce: number
  /** The tasks of one account that run at once. */
  perAccount: number
  /** The tasks of one account that wait for their turn. */
  waitingPerAccount: number
  /** The tasks that wait, over all accounts. */
  waiting: number
  /** The refusal for an account with too many waiting tasks. */
  refusal: ErrorCode
}

type Account = { running: number; waiting: (() => void)[] }

/**
 * Shares a scarce resource among many accounts. Waiting accounts get one turn each, in rotation. An account with many
 * tasks waits longer; others do not.
 */
export class FairQueue {
  private readonly limits: FairLimits
  /** The accounts in the order of their turns. An account without tasks is removed. */
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
      // The account that just had a turn goes to the end.
      this.accounts.delete(name)
      if (account.running > 0 || account.waiting.length > 0) this.accounts.set(name, account)
    }
    this.callNext()
  }

  private callNext(): void {
    for (const account of this.accounts.values()) {
      const next = this.mayRun(account) ? account.waiting.shift() : undefined
      if (!next) continue
      // Its place is taken before it wakes, so no task that arrives meanwhile can take it.
      this.begin(account)
      this.waiting -= 1
      next()
      return
    }
  }
}
