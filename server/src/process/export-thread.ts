import { workerData } from 'node:worker_threads'
import { ApiError } from '@paidang/api/catalogue/errors'
import { createDatabase } from '../db/database.ts'
import { createPool } from '../db/pool.ts'
import { EXPORTS, type ExportName } from '../exports-of-areas.ts'
import { answerCalls } from './answer-calls.ts'

/** The thread that makes exports: it reads the data, writes the file, and returns its bytes. */
const { databaseUrl, replicaUrl } = workerData as { databaseUrl: string; replicaUrl?: string }
// The next statement reports a connection that broke outside a statement.
const poolAt = (url: string) =>
  createPool(url, { max: 1, applicationName: 'paidang-exports', onError: () => undefined })
const pool = poolAt(databaseUrl)
const replica = replicaUrl === undefined ? undefined : poolAt(replicaUrl)
const db = createDatabase(pool)
const there = replica && createDatabase(replica)

answerCalls(
  async (call) => {
    const { name, input, mayLag } = call as { name: ExportName; input: never; mayLag: boolean }
    if (!mayLag || !there) return EXPORTS[name](db, input)
    try {
      return await EXPORTS[name](there, input)
    } catch (error) {
      if (error instanceof ApiError) throw error
      return EXPORTS[name](db, input)
    }
  },
  async () => {
    await pool.end()
    await replica?.end()
  },
)
