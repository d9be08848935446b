import { workerData } from 'node:worker_threads'
import { createDatabase } from '../db/database.ts'
import { createPool } from '../db/pool.ts'
import { EXPORTS, type ExportName } from '../exports-of-areas.ts'
import { answerCalls } from './answer-calls.ts'

/** The thread that makes exports: it reads the data, writes the file, and returns its bytes. */
const { databaseUrl } = workerData as { databaseUrl: string }
// The next statement reports a connection that broke outside a statement.
const pool = createPool(databaseUrl, { max: 1, applicationName: 'paidang-exports', onError: () => undefined })
const db = createDatabase(pool)

answerCalls(
  (call) => {
    const { name, input } = call as { name: ExportName; input: never }
    return EXPORTS[name](db, input)
  },
  () => pool.end(),
)
