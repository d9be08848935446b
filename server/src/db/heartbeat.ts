import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { eq, lt } from 'drizzle-orm'
import { connectionsOf, type Database } from './database.ts'
import { type ProcessReading, serverProcesses } from './machinery-tables.ts'
import type { Statements } from './statements.ts'

const EVERY_MS = 15_000
/** A process that was killed is forgotten after this. */
const FORGOTTEN_MS = 600_000
const SLOWEST = 10
const NS_PER_MS = 1_000_000

type Parts = {
  db: Database
  statements: Statements
  sockets(): number
  now(): Date
  onFault(error: unknown): void
}

/** Writes how this process fares every few seconds, until it is stopped. */
export function startHeartbeat({ db, statements, sockets, now, onFault }: Parts): { stop(): Promise<void> } {
  const startedAt = now()
  const name = `${hostname()} ${process.pid} ${startedAt.getTime()}`
  const delay = monitorEventLoopDelay()
  delay.enable()
  const beat = async () => {
    const reading: ProcessReading = {
      memoryBytes: process.memoryUsage.rss(),
      lagMs: Math.round(delay.percentile(99) / NS_PER_MS),
      ...connectionsOf(db),
      sockets: sockets(),
      slowest: statements.slowest(SLOWEST),
    }
    delay.reset()
    const seenAt = now()
    await db
      .insert(serverProcesses)
      .values({ name, startedAt, seenAt, reading })
      .onConflictDoUpdate({ target: serverProcesses.name, set: { seenAt, reading } })
    await db.delete(serverProcesses).where(lt(serverProcesses.seenAt, new Date(seenAt.getTime() - FORGOTTEN_MS)))
  }
  let beating = Promise.resolve()
  const begin = () => {
    beating = beat().catch(onFault)
  }
  begin()
  const timer = setInterval(begin, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      delay.disable()
      await beating
      await db.delete(serverProcesses).where(eq(serverProcesses.name, name)).catch(onFault)
    },
  }
}
